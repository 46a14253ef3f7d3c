import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { expectStock, logOfOrder, onSale, placed } from '../../../../test/support/sales/orders.ts'

describe.each(enginesOf(import.meta.filename))('PUT /orders/{id}/lines/{line}/price/, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  /** Two products, two units of each at 1000 pesos. */
  const ordered = async () => (await placed(customer, await onSale(shop), await onSale(shop))) as AdminOrder
  const set = (order: AdminOrder, body: object, line = order.order_products[0]?.id) =>
    admin.put(`/orders/${order.id}/lines/${line}/price/`, { reason: 'x', version: order.version, ...body })

  it('changes the price of a line and the total, in the log with both prices, and raises the version', async () => {
    const order = await ordered()
    const { status, body } = await set(order, {
      price_at_time: 900,
      reason: 'Semilla de la temporada pasada',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 3_800, version: order.version + 1, notes_count: 1 })
    expect(body.order_products.map((line: { price_at_time: number }) => line.price_at_time)).toEqual([
      900, 1_000,
    ])
    const [entry] = await logOfOrder(admin, order)
    expect(entry).toMatchObject({
      description: `Pedido #${order.id}: precio cambiado`,
      changes: { total: { before: 4_000, after: 3_800 }, price_at_time: { before: 1_000, after: 900 } },
    })
    expect(JSON.stringify(entry)).not.toContain('temporada')
    const { results } = (await admin.get(`/orders/${order.id}/timeline/`)).body
    expect(results).toContainEqual(
      expect.objectContaining({
        kind: 'note',
        visible: false,
        text: expect.stringContaining('Semilla de la temporada pasada'),
      }),
    )
    for (const line of order.order_products) await expectStock(shop, { blister_id: line.blister_id ?? 0 }, 8)
  })

  it('takes a discount off the price that the line has', async () => {
    const order = await ordered()
    const once = (await set(order, { discount: 33.33 })).body
    expect(once.order_products[0].price_at_time).toBe(666.7)
    const gift = await set(once, { discount: 100 })
    expect(gift.body).toMatchObject({ total: 2_000, order_products: [{ price_at_time: 0 }, {}] })
  })

  it('applies it once for each key', async () => {
    const order = await ordered()
    const path = `/orders/${order.id}/lines/${order.order_products[0]?.id}/price/`
    const press = () =>
      admin.put(
        path,
        { discount: 10, reason: 'x', version: order.version },
        { 'idempotency-key': `precio-${order.id}` },
      )
    expect((await press()).status).toBe(200)
    const again = await press()
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ total: 3_800, version: order.version + 1, notes_count: 1 })
  })

  it('tells the customer by mail, without the reason', async () => {
    const order = await ordered()
    await set(order, { price_at_time: 900, reason: 'Secreto' })
    const mail = (await shop.mails()).find(({ subject }) => subject === `Cambiamos tu pedido #${order.id}`)
    expect(mail?.recipient).toBe(customer.user?.email)
    expect(mail?.body_text).toMatch(/\$\s900 por sobre/)
    expect(mail?.body_text).toMatch(/A los precios de antes: \$\s4\.000 \(5 % menos\)/)
    expect(mail?.body_text).not.toContain('Secreto')
    expect((await customer.get(`/orders/${order.id}/`)).text).not.toContain('Secreto')
  })

  it('is refused without a reason, with both or neither, and with an invalid price', async () => {
    const order = await ordered()
    const wrong = async (body: object) => {
      const reply = await set(order, body)
      return [reply.status, reply.body.errors]
    }
    expect(await wrong({ price_at_time: 1, reason: ' ' })).toEqual([
      400,
      { reason: ['El motivo es requerido'] },
    ])
    expect((await wrong({}))[0]).toBe(400)
    expect((await wrong({ price_at_time: 1, discount: 5 }))[0]).toBe(400)
    expect((await wrong({ price_at_time: -0.01 }))[0]).toBe(400)
    expect((await wrong({ price_at_time: '9,000' }))[0]).toBe(400)
    expect((await wrong({ discount: 100.5 }))[0]).toBe(400)
    expect((await wrong({ price_at_time: 899.995 }))[0]).toBe(400)
    expect((await wrong({ discount: 33.335 }))[0]).toBe(400)
    expect((await wrong({ discount: 0 }))[0]).toBe(400)
    expect((await admin.get(`/orders/${order.id}/`)).body).toMatchObject({ total: 4_000, version: 1 })
  })

  it('is refused on an older version, on a cancelled order and on a line of another one', async () => {
    const order = await ordered()
    expect((await set({ ...order, version: 2 }, { price_at_time: 1 })).status).toBe(409)
    const other = await ordered()
    expect((await set(order, { price_at_time: 1 }, other.order_products[0]?.id)).status).toBe(404)
    const { body } = await admin.put(`/orders/${order.id}/`, { status: 'cancelled' })
    expect((await set(body, { price_at_time: 1 })).body.error).toBe('El pedido está cancelado')
    expect((await customer.put(`/orders/${other.id}/lines/1/price/`, {})).status).toBe(403)
  })

  it('changes nothing when the price is the same', async () => {
    const order = await ordered()
    expect((await set(order, { price_at_time: 1_000 })).body).toMatchObject({ version: 1, notes_count: 0 })
  })
})
