import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { lotOf } from '../../../../test/support/sales/lots.ts'
import { logOfOrder, onSale, placed, RECIPIENT } from '../../../../test/support/sales/orders.ts'
import { dayOf } from '../../days.ts'

describe.each(enginesOf(import.meta.filename))('packing on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let packer: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    packer = await shop.signIn({ role: 'stock' })
    customer = await shop.signIn({ email: 'canaria@correo.example', last_name: 'Canaria' })
  })
  afterAll(() => shop.close())

  /** An order with a recorded payment. */
  async function paid() {
    const order = await placed(customer, await onSale(shop), await onSale(shop))
    const payment = {
      // More digits than a time has in a row.
      amount: 73_113,
      method: 'transfer',
      paid_on: dayOf(shop.clock.now()),
      reference: 'CANARIA',
    }
    expect((await admin.post(`/orders/${order.id}/payments/`, payment)).status).toBe(201)
    return order
  }
  const listed = async (id: number) =>
    (await packer.get('/packing/')).body.find((parcel: { id: number }) => parcel.id === id)
  const mark = (id: number, prepared = true) => packer.put(`/packing/${id}/`, { prepared })

  it('lists orders to prepare, without money or contact data', async () => {
    const waiting = await placed(customer, await onSale(shop))
    const order = await paid()
    expect(await listed(waiting.id)).toBeUndefined()
    const parcel = await listed(order.id)
    expect(parcel).toEqual({
      id: order.id,
      version: order.version,
      recipient_name: RECIPIENT.recipient_name,
      created_at: order.created_at,
      prepared_at: null,
      is_changed: false,
      is_handed: false,
      delivery_type: 'coordinate',
      lots: [],
      lines: order.products.map(({ id, blister_id, quantity, product_name, product_type, blister_info }) => ({
        id,
        blister_id,
        quantity,
        product_name,
        product_brand: null,
        product_image: null,
        product_type,
        blister_info,
      })),
    })
    const { text } = await packer.get('/packing/')
    expect(text).not.toMatch(
      /canaria|1123456789|73113|1000|2000|price|total|paid|phone|email|address|customer/i,
    )
  })

  it('marks as prepared and takes it back, as the desk does', async () => {
    const order = await paid()
    const packed = await mark(order.id)
    expect(packed.body).toMatchObject({ id: order.id, prepared_at: expect.any(String) })
    expect(packed.text).not.toMatch(/canaria|1123456789|73113|price|total/i)
    expect((await admin.get(`/orders/${order.id}/`)).body).toMatchObject({
      delivery_state: 'prepared',
      version: order.version,
    })
    expect((await logOfOrder(admin, order))[0]).toMatchObject({
      description: `Pedido #${order.id}: preparado`,
    })
    expect((await listed(order.id)).prepared_at).toBe(packed.body.prepared_at)
    expect((await mark(order.id, false)).body.prepared_at).toBeNull()
    expect((await listed(order.id)).is_changed).toBe(false)
  })

  it('marks orders that the customer changed after preparation', async () => {
    const order = await paid()
    await mark(order.id)
    const [{ product_id, blister_id, quantity } = { product_id: 0, blister_id: 0, quantity: 0 }] =
      order.products
    await customer.put(`/orders/${order.id}/`, { products: [{ product_id, blister_id, quantity }] })
    expect(await listed(order.id)).toMatchObject({ prepared_at: null, is_changed: true })
    await mark(order.id)
    expect((await listed(order.id)).is_changed).toBe(false)
  })

  it('is not marked as prepared with lines that the packer has not seen', async () => {
    const order = await paid()
    const { version } = await listed(order.id)
    const [kept] = order.products
    await customer.put(`/orders/${order.id}/`, { products: [kept] })
    const stale = await packer.put(`/packing/${order.id}/`, { prepared: true, version })
    expect([stale.status, stale.body.code]).toEqual([409, 'STALE'])
    const atDesk = await admin.put(`/orders/${order.id}/delivery/`, { state: 'prepared', version })
    expect([atDesk.status, atDesk.body.code]).toEqual([409, 'STALE'])
    const seen = await listed(order.id)
    expect(seen.prepared_at).toBeNull()
    expect(
      (await packer.put(`/packing/${order.id}/`, { prepared: true, version: seen.version })).status,
    ).toBe(200)
  })

  it('is handed over or shipped with the lot that was chosen in sight, and its customer is told', async () => {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 4)
    const order = await placed(customer, item)
    await admin.put(`/orders/${order.id}/agreement/`, { method: 'cash' })
    const { lots } = await listed(order.id)
    expect(lots).toMatchObject([{ suggested: [{ code: lot.code, quantity: 2 }] }])
    const choice = [{ blister_id: item.blister_id, lot_id: lot.id, quantity: 2 }]
    const before = (await shop.mails()).length
    const sent = { how: 'shipped', carrier: 'Correo Argentino', tracking: 'AB123AR', lots: choice }
    const reply = await packer.put(`/packing/${order.id}/`, { prepared: true, ...sent })
    expect([reply.status, reply.body.is_handed]).toEqual([200, true])
    expect(reply.text).not.toMatch(/canaria|1123456789|2000|price|total|phone|email/i)
    expect(await listed(order.id)).toBeUndefined()
    expect((await admin.get(`/orders/${order.id}/`)).body).toMatchObject({
      delivery_state: 'handed',
      handed_how: 'shipped',
      carrier: 'Correo Argentino',
      tracking: 'AB123AR',
      status: 'pending',
      lots: [{ code: lot.code, quantity: 2 }],
    })
    expect((await shop.mails()).length).toBe(before + 1)
    expect((await packer.put(`/packing/${order.id}/`, { prepared: true, how: 'in_person' })).status).toBe(409)
  })

  it('asks before a lot on hold leaves', async () => {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 10)
    const order = await placed(customer, item)
    await admin.put(`/orders/${order.id}/agreement/`, { method: 'cash' })
    const lots = [{ blister_id: item.blister_id, lot_id: lot.id, quantity: 2 }]
    await packer.put(`/packing/${order.id}/`, { prepared: true, lots })
    await packer.put(`/lots/${lot.id}/`, { ...lot, state: 'held' })
    const hand = (more: object) =>
      packer.put(`/packing/${order.id}/`, { prepared: true, how: 'in_person', ...more })
    expect((await hand({})).body.code).toBe('CONFIRM')
    expect((await hand({ carrier: 'Andreani' })).status).toBe(400)
    expect((await hand({ with_held: true })).status).toBe(200)
  })

  it('answers 404 for orders outside the list', async () => {
    const waiting = await placed(customer, await onSale(shop))
    expect((await mark(waiting.id)).status).toBe(404)
    expect((await mark(2_147_483_647)).status).toBe(404)
    const handed = await paid()
    await admin.put(`/orders/${handed.id}/delivery/`, { state: 'handed', how: 'in_person' })
    expect(await listed(handed.id)).toBeUndefined()
    expect((await mark(handed.id, false)).status).toBe(409)
    const cancelled = await paid()
    await customer.put(`/orders/${cancelled.id}/`, { status: 'cancelled' })
    expect(await listed(cancelled.id)).toBeUndefined()
    const seen = { prepared: true, version: cancelled.version }
    const refused = await packer.put(`/packing/${cancelled.id}/`, seen)
    expect([refused.status, refused.body.error]).toEqual([409, 'El pedido está cancelado'])
  })

  it('is not for sellers or readers, and a packer never reads an order', async () => {
    const order = await paid()
    for (const role of ['sales', 'read'] as const) {
      const other = await shop.signIn({ role })
      expect((await other.get('/packing/')).status).toBe(403)
      expect((await other.put(`/packing/${order.id}/`, { prepared: true })).status).toBe(403)
    }
    const paths = [
      '/orders/',
      `/orders/${order.id}/`,
      `/orders/${order.id}/timeline/`,
      `/users/${customer.user?.id}/`,
    ]
    const statuses: number[] = []
    for (const path of paths) statuses.push((await packer.get(path)).status)
    expect(statuses).toEqual([403, 404, 403, 403])
    expect((await packer.put(`/orders/${order.id}/`, { status: 'cancelled' })).status).toBe(404)
  })
})
