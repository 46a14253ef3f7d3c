import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Client,
  type EngineName,
  enginesOf,
  openShop,
  type TestShop,
} from '../../../../test/support/open-shop.ts'
import { lotOf, unitsOf } from '../../../../test/support/sales/lots.ts'
import { logOfOrder, onSale, placed } from '../../../../test/support/sales/orders.ts'
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
  afterAll(() => shop.close())
}

const choose = (order: number, ...lines: object[]) => admin.put(`/orders/${order}/lots/`, { lines })
const mark = (order: number, body: object) => admin.put(`/orders/${order}/delivery/`, body)
const handed = { state: 'handed', how: 'in_person' }
const unlotted = async (blister: number) => (await admin.get(`/stock/${blister}/`)).body.unlotted
const lotsOf = async (order: number) => (await admin.get(`/orders/${order}/`)).body.lots

describe.each(enginesOf(import.meta.filename))('lots of an order on %s', (engine) => {
  openFor(engine)

  /** An order of two units of a presentation with ten, `left` of them in a lot. */
  async function ordered(left = 5, facts: Partial<Lot> = {}) {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, left, facts)
    const order = await placed(customer, item)
    const { blister_id } = item
    return { item, lot, id: order.id, order, line: { blister_id, lot_id: lot.id, quantity: 2 } }
  }

  it('are suggested by what expires first, then by harvest, never held or expired ones', async () => {
    const item = await onSale(shop)
    const facts = [
      { expires_on: '2026-11-19' },
      { harvested_on: '2026-03-01' },
      { harvested_on: '2026-02-01' },
      { expires_on: '2027-06-01' },
      { expires_on: '2027-01-01' },
    ]
    const lots: Lot[] = []
    for (const each of facts) lots.push(await lotOf(admin, item, 1, each))
    const [expired, , older, late, early] = lots
    await admin.put(`/lots/${early?.id}/`, { ...early, state: 'held' })
    const { id } = await placed(customer, { ...item, quantity: 2 })
    const [line] = (await admin.get(`/orders/${id}/lots/`)).body
    expect(line).toMatchObject({ quantity: 2, chosen: [] })
    expect(line.suggested).toMatchObject([
      { lot_id: late?.id, quantity: 1 },
      { lot_id: older?.id, quantity: 1 },
    ])
    const notOffered = line.lots.filter(({ is_offered }: { is_offered: boolean }) => !is_offered)
    expect(notOffered.map(({ lot_id }: { lot_id: number }) => lot_id)).toEqual([expired?.id, early?.id])
    const without = await placed(customer, await onSale(shop))
    expect((await admin.get(`/orders/${without.id}/lots/`)).body).toEqual([])
    expect((await admin.get('/orders/999999/lots/')).status).toBe(404)
  })

  it('are chosen with the mark of its preparation, in the log, without a new version', async () => {
    const { id, lot, line, order } = await ordered()
    const prepared = (await mark(id, { state: 'prepared', lots: [line] })).body
    expect(prepared).toMatchObject({
      delivery_state: 'prepared',
      version: order.version,
      lots: [{ lot_id: lot.id, code: lot.code, quantity: 2 }],
    })
    expect(await unitsOf(admin, lot)).toEqual({ left: 3, chosen: 2 })
    expect(await unlotted(line.blister_id)).toBe(5)
    const log = await logOfOrder(admin, order)
    expect(log[1].changes).toEqual({ lots: { before: [], after: [`${lot.code} × 2`] } })
    // The customer sees the codes alone.
    const own = (await customer.get(`/orders/${id}/`)).body
    expect(own).not.toHaveProperty('lots')
    expect(own.from_lots).toEqual([{ code: lot.code, is_public: expect.any(Boolean) }])
  })

  it('refuse more than there is, than the line asks for, and lots of another product', async () => {
    const { id, lot, line, item } = await ordered(1)
    const other = await ordered()
    const refusal = async (...lines: object[]) => {
      const { status, body } = await choose(id, ...lines)
      return [status, body.error]
    }
    expect(await refusal(line)).toEqual([409, `Del lote ${lot.code} queda 1`])
    const second = await lotOf(admin, item, 5)
    const two = { ...line, lot_id: second.id }
    const name = (await admin.get(`/orders/${id}/`)).body.order_products[0].product_name
    expect(await refusal(two, { ...line, quantity: 1 })).toEqual([409, `Sobran lotes para ${name}`])
    expect(await refusal({ ...line, lot_id: other.lot.id })).toEqual([404, 'Lote no encontrado'])
    expect(await refusal({ ...line, lot_id: 999_999 })).toEqual([404, 'Lote no encontrado'])
    expect((await refusal({ ...line, blister_id: other.line.blister_id }))[0]).toBe(404)
    expect((await refusal({ ...line, quantity: 0 }))[0]).toBe(400)
    expect((await refusal({ ...line, quantity: 1.5 }))[0]).toBe(400)
    const one = { ...line, quantity: 1 }
    expect(await refusal(one, one)).toEqual([409, `Del lote ${lot.code} queda 1`])
    await admin.put(`/lots/${second.id}/`, { ...second, state: 'held' })
    expect(await refusal(two)).toEqual([409, `El lote ${second.code} está retenido`])
    expect(await lotsOf(id)).toEqual([])
    await customer.put(`/orders/${id}/`, { status: 'cancelled' })
    expect(await refusal()).toEqual([409, 'El pedido está cancelado'])
  })

  it('are in the list of the order that has the last units, and of no other', async () => {
    const { id, lot, line, item } = await ordered(2)
    const [mine] = (await choose(id, line)).body
    expect(mine.lots).toMatchObject([{ lot_id: lot.id, left: 0 }])
    const second = await lotOf(admin, item, 1)
    const other = await placed(customer, item)
    const [theirs] = (await admin.get(`/orders/${other.id}/lots/`)).body
    expect(theirs.lots).toMatchObject([{ lot_id: second.id, left: 1 }])
  })

  it('can be swapped, kept when the lot is held afterwards, and given back', async () => {
    const { id, lot, line, item } = await ordered()
    await choose(id, line)
    await admin.put(`/lots/${lot.id}/`, { ...lot, state: 'held' })
    const one = { ...line, quantity: 1 }
    expect((await choose(id, one)).status).toBe(200)
    expect((await choose(id, one, one)).status).toBe(409)
    const second = await lotOf(admin, item, 2)
    await choose(id, one, { ...one, lot_id: second.id })
    expect(await lotsOf(id)).toMatchObject([
      { lot_id: lot.id, quantity: 1 },
      { lot_id: second.id, quantity: 1 },
    ])
    await choose(id)
    expect(await Promise.all([unitsOf(admin, lot), unitsOf(admin, second)])).toEqual([
      { left: 5, chosen: 0 },
      { left: 2, chosen: 0 },
    ])
  })

  it('go back with the line, with fewer units, and with a cancellation', async () => {
    const { id, lot, line, item } = await ordered()
    await choose(id, line)
    const lines = (quantity: number) => ({ order_products: [{ ...item, quantity }] })
    await admin.put(`/orders/${id}/`, lines(1))
    expect(await unitsOf(admin, lot)).toEqual({ left: 4, chosen: 1 })
    await admin.put(`/orders/${id}/`, lines(3))
    expect(await unitsOf(admin, lot)).toEqual({ left: 4, chosen: 1 })
    await customer.put(`/orders/${id}/`, { status: 'cancelled' })
    expect(await unitsOf(admin, lot)).toEqual({ left: 5, chosen: 0 })
    expect(await lotsOf(id)).toEqual([])
    await admin.patch(`/orders/${id}/`, { status: 'pending' })
    expect(await lotsOf(id)).toEqual([])

    const removed = await ordered()
    await choose(removed.id, removed.line)
    await admin.delete(`/orders/${removed.id}/`)
    expect(await unitsOf(admin, removed.lot)).toEqual({ left: 5, chosen: 0 })
  })

  it('leave with the order; unassigned units come from those without a lot, then from lots', async () => {
    const { id, lot, line } = await ordered(9)
    await choose(id, { ...line, quantity: 1 })
    expect([await unlotted(line.blister_id), await unitsOf(admin, lot)]).toEqual([1, { left: 8, chosen: 1 }])
    await mark(id, handed)
    expect([await unlotted(line.blister_id), await unitsOf(admin, lot)]).toEqual([0, { left: 8, chosen: 0 }])
    const next = await placed(customer, { ...line, product_id: lot.product_id })
    await mark(next.id, { ...handed, complete: true })
    expect([await unlotted(line.blister_id), await unitsOf(admin, lot)]).toEqual([0, { left: 6, chosen: 0 }])
    expect(await lotsOf(next.id)).toMatchObject([{ lot_id: lot.id, quantity: 2 }])
    // Each unit goes back to where it was.
    await admin.patch(`/orders/${next.id}/`, { status: 'cancelled' })
    await admin.patch(`/orders/${id}/`, { status: 'cancelled' })
    expect([await unlotted(line.blister_id), await unitsOf(admin, lot)]).toEqual([1, { left: 9, chosen: 0 }])
  })

  it('are corrected after the order was handed over, and a sale at a fair takes them along', async () => {
    const { id, lot, line, item } = await ordered(8)
    await mark(id, handed)
    expect(await unitsOf(admin, lot)).toEqual({ left: 8, chosen: 0 })
    await choose(id, line)
    expect(await unitsOf(admin, lot)).toEqual({ left: 6, chosen: 0 })
    const body = { guest: { name: 'Ana' }, channel: 'fair', lines: [{ ...item, quantity: 5 }] }
    await admin.post('/orders/manual/', { ...body, handed: 'in_person' })
    expect([await unlotted(line.blister_id), await unitsOf(admin, lot)]).toEqual([0, { left: 3, chosen: 0 }])
  })

  it.each([
    [
      'completed, then handed over with them',
      async (id: number, line: object) => {
        await admin.patch(`/orders/${id}/`, { status: 'completed' })
        await mark(id, { ...handed, lots: [line] })
      },
    ],
    [
      'handed over without them, then named',
      async (id: number, line: object) => {
        await mark(id, handed)
        await choose(id)
        await choose(id, line)
      },
    ],
    [
      'handed over by mistake, then with them',
      async (id: number, line: object) => {
        await mark(id, handed)
        await mark(id, { state: 'pending' })
        await mark(id, { ...handed, lots: [line] })
      },
    ],
  ])('leave once: %s', async (_how, leave) => {
    const { id, lot, line } = await ordered(10)
    await leave(id, line)
    expect([await unlotted(line.blister_id), await unitsOf(admin, lot)]).toEqual([0, { left: 8, chosen: 0 }])
    expect(await lotsOf(id)).toMatchObject([{ lot_id: lot.id, quantity: 2 }])
  })

  it('are the same ones after a mistaken cancellation of a handed order, though the lot is held', async () => {
    const { id, lot, line } = await ordered()
    await choose(id, line)
    await mark(id, handed)
    shop.clock.advance(1000)
    await admin.patch(`/orders/${id}/`, { status: 'cancelled' })
    expect(await unitsOf(admin, lot)).toEqual({ left: 5, chosen: 0 })
    await admin.put(`/lots/${lot.id}/`, { ...lot, state: 'held' })
    await admin.patch(`/orders/${id}/`, { status: 'completed' })
    expect(await lotsOf(id)).toMatchObject([{ lot_id: lot.id, quantity: 2 }])
    expect([await unlotted(line.blister_id), await unitsOf(admin, lot)]).toEqual([5, { left: 3, chosen: 0 }])
    // Only the one unit left in the lot is chosen.
    shop.clock.advance(1000)
    await admin.patch(`/orders/${id}/`, { status: 'cancelled' })
    await admin.post(`/lots/${lot.id}/units/`, { blister_id: line.blister_id, change: -4 })
    await admin.patch(`/orders/${id}/`, { status: 'completed' })
    expect(await lotsOf(id)).toMatchObject([{ lot_id: lot.id, quantity: 1 }])
    // Lots that were given back before are not chosen again.
    await choose(id)
    shop.clock.advance(1000)
    await admin.patch(`/orders/${id}/`, { status: 'cancelled' })
    await admin.patch(`/orders/${id}/`, { status: 'completed' })
    expect(await lotsOf(id)).toEqual([])
  })

  it('are in the list of the packer, who chooses them with the mark', async () => {
    const { id, lot, line } = await ordered()
    const packer = await shop.signIn({ role: 'stock' })
    const payment = { amount: 10, method: 'cash', paid_on: '2026-11-20' }
    await admin.post(`/orders/${id}/payments/`, payment)
    const parcel = (await packer.get('/packing/')).body.find((each: { id: number }) => each.id === id)
    expect(parcel.lots).toMatchObject([
      { blister_id: line.blister_id, suggested: [{ lot_id: lot.id, quantity: 2 }] },
    ])
    const packed = await packer.put(`/packing/${id}/`, { prepared: true, lots: [line] })
    expect(packed.body.lots).toMatchObject([{ chosen: [{ code: lot.code, quantity: 2 }], suggested: [] }])
    const wrong = await packer.put(`/packing/${id}/`, { prepared: true, lots: [{ ...line, quantity: 9 }] })
    expect(wrong.status).toBe(409)
    expect(await lotsOf(id)).toMatchObject([{ lot_id: lot.id, quantity: 2 }])
  })
})

describe('concurrent changes of lots on postgres', () => {
  openFor('postgres')
  const ROUNDS = 6

  it('the last pack of a lot goes to one of two orders', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const item = await onSale(shop)
      const lot = await lotOf(admin, item, 2)
      const orders = [await placed(customer, item), await placed(customer, item)]
      const line = { blister_id: item.blister_id, lot_id: lot.id, quantity: 2 }
      const answers = await Promise.all(orders.map(({ id }) => choose(id, line)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await unitsOf(admin, lot)).toEqual({ left: 0, chosen: 2 })
    }
  })

  it('units always belong to one lot, to an open order, or to none', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const item = await onSale(shop)
      const { blister_id } = item
      const lot = await lotOf(admin, item, 6)
      const { id } = await placed(customer, item)
      const sold = await placed(customer, { ...item, quantity: 3 })
      await Promise.all([
        choose(id, { blister_id, lot_id: lot.id, quantity: 2 }),
        customer.put(`/orders/${id}/`, { status: 'cancelled' }),
        mark(sold.id, handed),
        admin.post('/stock/adjustments/', { blister_id, change: -2, reason: 'lost' }),
        admin.post(`/lots/${lot.id}/units/`, { blister_id, change: 3 }),
      ])
      const { on_hand, unlotted: spare } = (await admin.get(`/stock/${blister_id}/`)).body
      const { left, chosen } = await unitsOf(admin, lot)
      expect([spare >= 0, left >= 0, chosen, spare + left]).toEqual([true, true, 0, on_hand])
    }
  })
})
