import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { type Client, openShop, type Reply, type TestShop } from '../../../../test/support/open-shop.ts'
import { expectStock, onSale, placed } from '../../../../test/support/sales/orders.ts'

const CASH = { amount: 500, method: 'cash', paid_on: '2026-01-02' }

/** PostgreSQL only: the embedded database is one session, without races. */
describe('concurrent payments of one order', () => {
  let shop: TestShop
  let admins: Client[]
  let customer: Client

  beforeAll(async () => {
    shop = await openShop('postgres')
    admins = await Promise.all(Array.from({ length: 8 }, () => shop.signIn({ admin: true })))
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const first = () => {
    const [admin] = admins
    if (!admin) throw new Error('No admin')
    return admin
  }
  const read = async (id: number) => (await first().get(`/orders/${id}/`)).body as AdminOrder
  const statuses = (replies: Reply[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b)

  it('eight concurrent payments all count', async () => {
    const { id } = await placed(customer, await onSale(shop))
    const replies = await Promise.all(admins.map((admin) => admin.post(`/orders/${id}/payments/`, CASH)))
    expect(statuses(replies)).toEqual(admins.map(() => 201))
    expect(await read(id)).toMatchObject({ paid_total: 4000, balance: -2000 })
  })

  it('eight posts with one key are one payment', async () => {
    const { id } = await placed(customer, await onSale(shop))
    const key = { 'idempotency-key': `pago-${id}` }
    const replies = await Promise.all(admins.map(() => first().post(`/orders/${id}/payments/`, CASH, key)))
    expect(statuses(replies)).toEqual(admins.map(() => 201))
    expect((await read(id)).payments).toHaveLength(1)
    expect((await read(id)).paid_total).toBe(500)
  })

  it('eight concurrent refunds never exceed the payments', async () => {
    const { id } = await placed(customer, await onSale(shop))
    await first().post(`/orders/${id}/payments/`, { ...CASH, amount: 1500 })
    const back = { ...CASH, kind: 'refund' }
    const replies = await Promise.all(admins.map((admin) => admin.post(`/orders/${id}/payments/`, back)))
    expect(statuses(replies)).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
    expect((await read(id)).paid_total).toBe(0)
  })

  it('a payment is voided once', async () => {
    const { id } = await placed(customer, await onSale(shop))
    const { payments } = (await first().post(`/orders/${id}/payments/`, CASH)).body as AdminOrder
    const at = `/orders/${id}/payments/${payments[0]?.id}/void/`
    const replies = await Promise.all(admins.map((admin) => admin.post(at, { reason: 'x' })))
    expect(statuses(replies)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect((await read(id)).paid_total).toBe(0)
  })

  it('a payment and a cancellation both count: the money waits, the stock is back once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const item = await onSale(shop)
      const { id } = await placed(customer, item)
      const [paid, cancelled] = await Promise.all([
        first().post(`/orders/${id}/payments/`, CASH),
        customer.put(`/orders/${id}/`, { status: 'cancelled' }),
      ])
      expect([paid.status, cancelled.status]).toEqual([201, 200])
      expect(await read(id)).toMatchObject({ status: 'cancelled', paid_total: 500 })
      await expectStock(shop, item, 10)
    }
  })

  it('a payment and a deletion: one of them is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await placed(customer, await onSale(shop))
      const [paid, deleted] = await Promise.all([
        first().post(`/orders/${id}/payments/`, CASH),
        first().delete(`/orders/${id}/`),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([paid.status, deleted.status])
    }
  })
})
