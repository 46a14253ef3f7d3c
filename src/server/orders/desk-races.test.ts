import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminOrder } from '../../contract/orders/orders.ts'
import { type Client, openShop, type Reply, type TestShop } from '../../../test/support/open-shop.ts'
import { expectStock, type Item, onSale, placed } from '../../../test/support/sales/orders.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'

const ROUNDS = 15

/** PostgreSQL only: the embedded database is one session, without races. */
describe('concurrent order handling at two instances', () => {
  let one: TestShop
  let two: TestShop
  let customer: Client
  /** One admin at each instance. */
  let here: Client
  let there: Client

  beforeAll(async () => {
    one = await openShop('postgres')
    two = await openShop('postgres', { database: one.database })
    here = await one.signIn({ admin: true })
    there = await two.signIn({ admin: true })
    customer = await one.signIn()
  })
  afterAll(() => one.close())

  /** The last entry written under the order's lock; entries have the time of their request. */
  const lastEntry = async (id: number) => {
    const entries = one.shop.db.selectFrom('activity_log').select('description').where('entity', '=', 'order')
    return (await entries.where('entity_id', '=', id).orderBy('id', 'desc').executeTakeFirst())?.description
  }
  const read = async (id: number) => (await here.get(`/orders/${id}/`)).body as AdminOrder

  it('manual orders under one key are one order, and take the stock once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const item = await onSale(one)
      const body = { guest: { name: 'Ana Feria' }, channel: 'fair', lines: [item] }
      const key = { 'idempotency-key': `feria-${round}` }
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => here.post('/orders/manual/', body, key)),
      )
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
      expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
      await expectStock(one, item, 8)
    }
  })

  it("manual orders and customers' orders share the last units", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const item = { ...(await onSale(one, 5)), quantity: 1 }
      const noted = { guest: { name: 'Ana Feria' }, channel: 'fair', lines: [item] }
      const ordered = {
        recipient_name: 'Ana Paz',
        customer_phone: '1123456789',
        delivery_type: 'coordinate',
        products: [item],
      }
      const buyers = await Promise.all([1, 2, 3, 4].map(() => two.signIn()))
      const replies = await Promise.all([
        ...buyers.map((buyer) => buyer.post('/orders/', ordered)),
        ...[here, there, here, there].map((admin) => admin.post('/orders/manual/', noted)),
      ])
      const sold = replies.filter(({ status }) => status === 201)
      expect([sold.length, replies.length - sold.length]).toEqual([5, 3])
      await expectStock(one, item, 0)
    }
  })

  it('a payment here and a cancellation there both count: the money waits, the stock is back once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const item = await onSale(one)
      const { id } = await placed(customer, item)
      const payment = { amount: 500, method: 'cash', paid_on: '2026-01-02' }
      const [paid, cancelled] = await Promise.all([
        here.post(`/orders/${id}/payments/`, payment),
        there.put(`/orders/${id}/`, { status: 'cancelled' }),
      ])
      expect([paid.status, cancelled.status]).toEqual([201, 200])
      expect(await read(id)).toMatchObject({ status: 'cancelled', paid_total: 500, next_action: 'refund' })
      await expectStock(one, item, 10)
    }
  })

  it('an order prepared while the customer drops a line is prepared with its current lines', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [kept, dropped] = [await onSale(one), await onSale(one)]
      const order = await placed(customer, kept, dropped)
      const [marked, changed] = await Promise.all([
        there.put(`/orders/${order.id}/delivery/`, { state: 'prepared' }),
        customer.put(`/orders/${order.id}/`, { products: [kept] }),
      ])
      expect([marked.status, changed.status]).toEqual([200, 200])
      const { delivery_state, changed_after_prepared, order_products } = await read(order.id)
      expect(order_products).toHaveLength(1)
      const last = await lastEntry(order.id)
      // Either it was prepared with the remaining lines, or it must be prepared again.
      const isClosed = last === `Pedido #${order.id}: preparado`
      expect([delivery_state, changed_after_prepared]).toEqual(
        isClosed ? ['prepared', false] : ['pending', true],
      )
    }
  })

  it('a change of one line locks the presentations in the order of an order that is placed', async () => {
    const [first, second] = [await onSale(one), await onSale(one)]
    const buyer = await one.signIn()
    const { id } = await placed(buyer, first, second)
    const lock = (tx: Tx, { blister_id }: Item) =>
      sql`select id from blisters where id = ${blister_id} for no key update nowait`.execute(tx)
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(one.shop.db)
      return rows.length
    }
    let dropping: Promise<Reply> | undefined
    await inTransaction(one.database, async (tx) => {
      await lock(tx, first)
      dropping = buyer.put(`/orders/${id}/`, { products: [first] })
      await expect.poll(waiting).toBe(1)
      await lock(tx, second)
    })
    expect((await dropping)?.status).toBe(200)
    await expectStock(one, second, 10)
  })

  it('two admins hand the same order over: one succeeds, the other is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await placed(customer, await onSale(one))
      const sent = { state: 'handed', how: 'shipped', carrier: 'Correo', tracking: 'AB 1', was: 'pending' }
      const replies = await Promise.all([
        here.put(`/orders/${id}/delivery/`, sent),
        there.put(`/orders/${id}/delivery/`, { state: 'handed', how: 'in_person', was: 'pending' }),
      ])
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const { handed_how, tracking } = await read(id)
      expect([handed_how, tracking]).toEqual(
        replies[0]?.status === 200 ? ['shipped', 'AB 1'] : ['in_person', ''],
      )
    }
  })
})
