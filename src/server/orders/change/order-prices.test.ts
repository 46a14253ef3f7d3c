import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { expectStock, logOfOrder, onSale, placed } from '../../../../test/support/sales/orders.ts'

describe.each(enginesOf(import.meta.filename))('prices of a whole order, in one save, on %s', (engine) => {
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
  const change = (order: AdminOrder, body: object) =>
    admin.patch(`/orders/${order.id}/`, { version: order.version, ...body })
  const pricesOf = (order: AdminOrder, price_at_time: number) =>
    order.order_products.map(({ blister_id }) => ({ blister_id, price_at_time }))
  const mailsOf = async (order: AdminOrder) =>
    (await shop.mails()).filter(({ subject }) => subject.endsWith(`pedido #${order.id}`))

  it('are saved with its lines, logged, noted with their reason and mailed', async () => {
    const order = await ordered()
    const added = await onSale(shop)
    const [first, second] = order.order_products
    const order_products = [
      { product_id: first?.product_id, blister_id: first?.blister_id, quantity: 1 },
      { product_id: second?.product_id, blister_id: second?.blister_id, quantity: 2 },
      added,
    ]
    const line_prices = [...pricesOf(order, 900.5), { blister_id: added.blister_id, price_at_time: 800 }]
    const { status, body } = await change(order, {
      order_products,
      line_prices,
      reason: 'Cliente de siempre',
    })
    expect(status).toBe(200)
    const sum = body.order_products.reduce(
      (all: number, line: { quantity: number; price_at_time: number }) =>
        all + line.quantity * line.price_at_time,
      0,
    )
    expect(body).toMatchObject({ total: sum, version: order.version + 1, notes_count: 1 })
    expect(sum).toBe(3 * 900.5 + added.quantity * 800)
    const [entry] = await logOfOrder(admin, order)
    expect(entry.changes.total).toEqual({ before: 4_000, after: sum })
    expect(JSON.stringify(entry.changes.lines)).toContain('900.5')
    expect(JSON.stringify(entry)).not.toContain('siempre')
    const { results } = (await admin.get(`/orders/${order.id}/timeline/`)).body
    expect(results).toContainEqual(
      expect.objectContaining({ visible: false, text: 'Cambio de precios: Cliente de siempre' }),
    )
    const [mail, ...more] = (await mailsOf(order)).filter(({ subject }) => subject.startsWith('Cambiamos'))
    expect(more).toEqual([])
    expect(mail?.body_text).not.toContain('siempre')
    expect(mail?.body_text).toMatch(/A los precios de antes: \$\s[\d.]+ \([\d,]+ % menos\)/)
    await expectStock(shop, { blister_id: first?.blister_id ?? 0 }, 9)
  })

  it('leave a prepared order prepared', async () => {
    const order = await ordered()
    await admin.put(`/orders/${order.id}/delivery/`, { state: 'prepared' })
    const { body: prepared } = await admin.get(`/orders/${order.id}/`)
    const { body } = await change(prepared, { line_prices: pricesOf(order, 640), reason: 'x' })
    expect(body).toMatchObject({ delivery_state: 'prepared', changed_after_prepared: false })
    expect(body.order_products[0].price_at_time).toBe(640)
  })

  it('are whole prices: the same ones again change nothing', async () => {
    const order = await ordered()
    const body = { line_prices: pricesOf(order, 750), reason: 'x' }
    const once = (await change(order, body)).body
    expect(once.total).toBe(3_000)
    expect((await change(order, body)).body.code).toBe('STALE')
    const again = (await change(once, body)).body
    expect(again).toMatchObject({ total: 3_000, version: once.version, notes_count: 1 })
  })

  it('are refused without a reason, for other products, twice, to customers and of cancelled orders', async () => {
    const order = await ordered()
    const line_prices = pricesOf(order, 900)
    const refused = async (body: object) => {
      const reply = await change(order, body)
      return [reply.status, reply.body.errors]
    }
    expect(await refused({ line_prices })).toEqual([400, { reason: ['El motivo es requerido'] }])
    const [one] = line_prices
    expect(await refused({ line_prices: [one, one], reason: 'x' })).toEqual([
      400,
      { line_prices: ['La misma presentación está dos veces en el pedido'] },
    ])
    const other = [{ blister_id: (await onSale(shop)).blister_id, price_at_time: 1 }]
    expect(await refused({ line_prices: other, reason: 'x' })).toEqual([
      400,
      { line_prices: ['Ese producto ya no está en el pedido'] },
    ])
    expect((await customer.patch(`/orders/${order.id}/`, { line_prices, reason: 'x' })).status).toBe(403)
    const cancelled = (await change(order, { status: 'cancelled' })).body
    expect((await change(cancelled, { line_prices, reason: 'x' })).status).toBe(409)
    expect((await admin.get(`/orders/${order.id}/`)).body.total).toBe(4_000)
  })

  it('a cancellation keeps its reason as a note, and mails only if wanted', async () => {
    const [quiet, told] = [await ordered(), await ordered()]
    const reason = 'Pidió la plata'
    const reply = await change(quiet, { status: 'cancelled', reason, notify: false })
    expect(reply.body).toMatchObject({ status: 'cancelled', notes_count: 1 })
    await change(told, { status: 'cancelled', reason, notify: true })
    const cancelled = async (order: AdminOrder) =>
      (await mailsOf(order)).filter(({ subject }) => subject.startsWith('Cancelamos'))
    expect(await cancelled(quiet)).toEqual([])
    const [mail] = await cancelled(told)
    expect(mail?.body_text).not.toContain('plata')
    const { results } = (await admin.get(`/orders/${told.id}/timeline/`)).body
    expect(results).toContainEqual(
      expect.objectContaining({ visible: false, text: 'Cancelado: Pidió la plata' }),
    )
  })
})
