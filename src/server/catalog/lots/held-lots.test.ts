import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Client,
  type EngineName,
  enginesOf,
  openShop,
  type TestShop,
} from '../../../../test/support/open-shop.ts'
import { lotProblems } from '../../../../test/support/sales/lot-books.ts'
import { lotOf, unitsOf } from '../../../../test/support/sales/lots.ts'
import {
  expectStock,
  type Item,
  logOfOrder,
  onSale,
  placed,
  RECIPIENT,
} from '../../../../test/support/sales/orders.ts'
import type { Lot } from '../../../contract/catalog/lots.ts'

let shop: TestShop
let admin: Client
let customer: Client

function openFor(engine: EngineName): void {
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
    await admin.put('/settings/', { max_pending_orders: 1000 })
  })
  afterAll(async () => {
    expect(await lotProblems(shop.database.db.withTables())).toEqual([])
    await shop.close()
  })
}

/** The lot as it is now, with another state. */
async function setState(lot: Lot, state: 'open' | 'held' | 'closed', facts: Partial<Lot> = {}): Promise<Lot> {
  const now: Lot = (await admin.get(`/lots/?id=${lot.id}`)).body.results[0]
  const saved = await admin.put(`/lots/${lot.id}/`, { ...now, ...facts, state })
  if (saved.status !== 200) throw new Error(saved.text)
  return saved.body
}

const hold = (lot: Lot) => setState(lot, 'held')
const stockOf = async ({ blister_id }: Item) => (await admin.get(`/stock/${blister_id}/`)).body
const ask = (item: Item, quantity: number) =>
  customer.post('/orders/', { ...RECIPIENT, products: [{ ...item, quantity }] })
const hand = (order: number, body: object = {}) =>
  admin.put(`/orders/${order}/delivery/`, { state: 'handed', how: 'in_person', ...body })
const reasonsOf = async ({ blister_id }: Item) =>
  (await admin.get(`/stock/${blister_id}/movements/`)).body.results.map(
    ({ change, reason_display }: { change: number; reason_display: string }) => [change, reason_display],
  )

describe.each(enginesOf(import.meta.filename))('units of a lot on hold, on %s', (engine) => {
  openFor(engine)

  it('are not for sale, and are again when it is released', async () => {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 8)
    await hold(lot)
    expect(await stockOf(item)).toMatchObject({ available: 2, withheld: 8, on_hand: 10, unlotted: 2 })
    const [blister] = (await admin.get(`/products/${item.product_id}/`)).body.blisters
    expect(blister).toMatchObject({ stock: 2, withheld: 8 })
    expect((await customer.get(`/products/${item.product_id}/`)).text).not.toContain('withheld')
    expect((await ask(item, 3)).body.lines).toMatchObject([{ available: 2 }])
    await expectStock(shop, item, 2)
    await setState(lot, 'open')
    expect(await stockOf(item)).toMatchObject({ available: 10, withheld: 0, on_hand: 10 })
    expect(await reasonsOf(item)).toEqual([
      [8, 'Lote de nuevo a la venta'],
      [-8, 'Lote retenido'],
      [10, 'Carga inicial'],
    ])
  })

  it('stay away when it is recalled and closed', async () => {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 8)
    await setState(lot, 'closed')
    expect(await stockOf(item)).toMatchObject({ available: 10, withheld: 0 })
    await setState(lot, 'closed', { is_recalled: true })
    expect(await stockOf(item)).toMatchObject({ available: 2, withheld: 8 })
  })

  it('are all that is left for orders placed before, and no unit that comes back is sold', async () => {
    const item = await onSale(shop)
    const order = await placed(customer, { ...item, quantity: 6 })
    const lot = await lotOf(admin, item, 8)
    await hold(lot)
    // Two units lie without a lot, and the order needs six: four of those on hold are for it.
    expect(await stockOf(item)).toMatchObject({ available: 0, withheld: 4, reserved: 6, on_hand: 10 })
    await customer.put(`/orders/${order.id}/`, { status: 'cancelled' })
    expect(await stockOf(item)).toMatchObject({ available: 2, withheld: 8, reserved: 0, on_hand: 10 })
  })

  it('are withheld again when an order gives them back, and when they come into the lot', async () => {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 8)
    const order = await placed(customer, item)
    const line = { blister_id: item.blister_id, lot_id: lot.id, quantity: 2 }
    await admin.put(`/orders/${order.id}/lots/`, { lines: [line] })
    await hold(lot)
    expect(await stockOf(item)).toMatchObject({ available: 2, withheld: 6, reserved: 2 })
    await admin.put(`/orders/${order.id}/lots/`, { lines: [] })
    // The two units without a lot are for the order now.
    expect(await stockOf(item)).toMatchObject({ available: 0, withheld: 8, reserved: 2 })
    await customer.put(`/orders/${order.id}/`, { status: 'cancelled' })
    expect(await stockOf(item)).toMatchObject({ available: 2, withheld: 8, reserved: 0 })
    const { blister_id } = item
    await admin.post(`/lots/${lot.id}/units/`, { blister_id, change: 2 })
    expect(await stockOf(item)).toMatchObject({ available: 0, withheld: 10 })
    await admin.post('/stock/adjustments/', { blister_id, change: 3, reason: 'received', lot_id: lot.id })
    expect(await stockOf(item)).toMatchObject({ available: 0, withheld: 13 })
  })

  it('can be lost, counted, and removed with the presentation', async () => {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 8)
    await hold(lot)
    const { blister_id } = item
    const lose = (change: number, lot_id?: number) =>
      admin.post('/stock/adjustments/', { blister_id, change, reason: 'damaged', lot_id })
    expect((await lose(-3)).body.error).toBe('Quedan 2 disponibles: no se pueden sacar 3')
    expect((await lose(-5, lot.id)).body).toMatchObject({ available: 2, withheld: 3, on_hand: 5 })
    expect((await unitsOf(admin, lot)).left).toBe(3)
    const { id } = (await admin.post('/stock/counts/', {})).body
    await admin.put(`/stock/counts/${id}/lines/${blister_id}/`, { counted: 1 })
    const applied = await admin.post(`/stock/counts/${id}/apply/`)
    expect([applied.status, applied.body.refused]).toEqual([200, []])
    expect(await stockOf(item)).toMatchObject({ available: 0, withheld: 1, on_hand: 1 })
    expect((await admin.delete(`/products/${item.product_id}/`)).status).toBe(204)
    await expectStock(shop, item, 0)
    expect((await unitsOf(admin, lot)).left).toBe(0)
  })
})

describe.each(enginesOf(import.meta.filename))('an order with a lot on hold, on %s', (engine) => {
  openFor(engine)

  async function chosen() {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 8)
    const order = await placed(customer, item)
    await admin.put(`/orders/${order.id}/agreement/`, { method: 'cash' })
    const line = { blister_id: item.blister_id, lot_id: lot.id, quantity: 2 }
    await admin.put(`/orders/${order.id}/lots/`, { lines: [line] })
    await hold(lot)
    return { item, lot, order, line }
  }

  it('says so wherever it is read', async () => {
    const { lot, order } = await chosen()
    const marked = [{ code: lot.code, quantity: 2, is_on_hold: true }]
    expect((await admin.get(`/orders/${order.id}/`)).body.lots).toMatchObject(marked)
    expect((await admin.get(`/orders/?ids=${order.id}`)).body.results[0].lots).toMatchObject(marked)
    expect((await admin.get(`/orders/print/?ids=${order.id}`)).body.orders[0].lots).toMatchObject(marked)
    const parcels: { id: number; lots: object[] }[] = (await admin.get('/packing/')).body
    expect(parcels.find(({ id }) => id === order.id)?.lots).toMatchObject([{ chosen: marked }])
    const queues: { key: string; ids: number[] }[] = (await admin.get('/todo/')).body.queues
    expect(queues.find(({ key }) => key === 'lots_held')?.ids).toContain(order.id)
  })

  it('is handed over only on purpose, which the log keeps', async () => {
    const { lot, order } = await chosen()
    const text = `El lote ${lot.code} está retenido: no debería salir. ¿Entregarlo igual?`
    expect((await hand(order.id)).body).toMatchObject({ code: 'CONFIRM', error: text })
    expect((await admin.put(`/orders/${order.id}/`, { status: 'completed' })).body).toMatchObject({
      code: 'CONFIRM',
      error: text,
    })
    expect((await admin.get(`/orders/${order.id}/`)).body).toMatchObject({
      status: 'pending',
      delivery_state: 'pending',
    })
    expect((await hand(order.id, { with_held: true })).body.delivery_state).toBe('handed')
    const log: { changes: object }[] = await logOfOrder(admin, order)
    expect(log.map(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ held_lots: [lot.code] }),
    )
  })

  it('is completed only on purpose', async () => {
    const { order } = await chosen()
    const done = await admin.put(`/orders/${order.id}/`, { status: 'completed', with_held: true })
    expect([done.status, done.body.status]).toEqual([200, 'completed'])
    expect((await customer.put(`/orders/${order.id}/`, { with_held: true })).status).toBe(403)
  })

  it('is handed over with another lot, and also asks when only units on hold are left', async () => {
    const { item, order, line } = await chosen()
    const other = await lotOf(admin, item, 2)
    const lots = [{ ...line, lot_id: other.id }]
    expect((await hand(order.id, { lots })).status).toBe(200)
    const scarce = await onSale(shop, 2)
    const last = await placed(customer, scarce)
    await hold(await lotOf(admin, scarce, 2))
    expect((await hand(last.id)).body.code).toBe('CONFIRM')
    expect((await admin.get(`/orders/${last.id}/`)).body.lots).toEqual([])
  })

  it('of cancelled orders is not sold when they are opened again', async () => {
    const { item, order } = await chosen()
    await admin.put(`/orders/${order.id}/`, { status: 'cancelled' })
    const two = await placed(customer, item)
    const again = await admin.put(`/orders/${order.id}/`, { status: 'pending' })
    expect([again.status, again.body.code]).toEqual([409, 'OUT_OF_STOCK'])
    await admin.put(`/orders/${two.id}/`, { status: 'cancelled' })
    expect((await admin.put(`/orders/${order.id}/`, { status: 'pending' })).status).toBe(200)
  })
})

describe('holding a lot while it sells', () => {
  openFor('postgres')

  it.each([1, 2, 3, 4])('never sells a unit on hold, round %d', async () => {
    const item = await onSale(shop, 12)
    const lot = await lotOf(admin, item, 8)
    const orders = Array.from({ length: 8 }, () => ask(item, 1))
    const [held, ...replies] = await Promise.all([hold(lot), ...orders])
    expect(held.state).toBe('held')
    const sold = replies.filter(({ status }) => status === 201).length
    const left = await stockOf(item)
    expect(left.available + left.withheld + left.reserved).toBe(12)
    expect(left).toMatchObject({ reserved: sold, withheld: Math.min(8, 12 - sold) })
    // Orders that came before may need units on hold; nobody gets one after.
    expect((await ask(item, left.available + 1)).status).toBe(409)
  })
})
