import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { expectStock, logOfOrder, onSale, placed } from '../../../../test/support/sales/orders.ts'

describe.each(enginesOf(import.meta.filename))('deleted orders and customers, on %s', (engine) => {
  let shop: TestShop
  let ana: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  beforeEach(async () => {
    ana = await shop.signIn()
  })
  afterAll(() => shop.close())

  describe('DELETE /orders/{id}/', () => {
    it.each([
      ['pending', 10],
      ['completed', 8],
      ['cancelled', 10],
    ])('of a %s order leaves a stock of %d, and a snapshot without personal data', async (status, stock) => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      const other = await placed(ana, await onSale(shop))
      await admin.put(`/orders/${order.id}/`, { status })
      expect((await admin.delete(`/orders/${order.id}/`)).status).toBe(204)
      await expectStock(shop, item, stock)
      expect((await admin.get(`/orders/${order.id}/`)).status).toBe(404)
      expect((await admin.delete(`/orders/${order.id}/`)).status).toBe(404)
      const subjects = (await shop.mails()).map(({ subject }) => Number(/#(\d+)$/.exec(subject)?.[1]))
      expect(subjects).toContain(other.id)
      expect(subjects).not.toContain(order.id)
      const [entry] = await logOfOrder(admin, order)
      expect(entry).toMatchObject({
        action: 'delete',
        changes: { status, order_total: 2000, lines: [{ quantity: 2 }] },
      })
      expect(JSON.stringify(entry)).not.toContain('Ana')
    })
  })

  it('completes handed over orders of a removed account, keeping stock and balance', async () => {
    const item = await onSale(shop)
    const order = await placed(ana, item)
    await admin.post(`/orders/${order.id}/payments/`, { amount: 500, method: 'cash', paid_on: '2026-01-02' })
    await admin.put(`/orders/${order.id}/delivery/`, { state: 'handed', how: 'in_person' })
    const mails = (await shop.mails()).length
    expect((await admin.delete(`/auth/users/${ana.user?.id}/`)).status).toBe(204)
    await expectStock(shop, item, 8)
    expect((await admin.get(`/orders/${order.id}/`)).body).toMatchObject({
      status: 'completed',
      customer_id: null,
      recipient_name: 'Usuario eliminado',
      balance: 1500,
      next_action: 'collect',
    })
    expect((await shop.mails()).length).toBeLessThanOrEqual(mails)
  })

  it('cancels the pending orders of a removed account and forgets their recipients', async () => {
    const [open, done] = [await onSale(shop), await onSale(shop)]
    const [pending, completed] = [await placed(ana, open), await placed(ana, done)]
    const sent = { delivery_type: 'address', shipping_address: 'Mitre 123, Salta' }
    await admin.patch(`/orders/${completed.id}/`, sent)
    await admin.put(`/orders/${completed.id}/`, { status: 'completed' })
    expect((await admin.delete(`/auth/users/${ana.user?.id}/`)).status).toBe(204)
    await expectStock(shop, open, 10)
    await expectStock(shop, done, 8)
    for (const [id, status] of [
      [pending.id, 'cancelled'],
      [completed.id, 'completed'],
    ] as const) {
      const order = (await admin.get(`/orders/${id}/`)).body
      expect(order).toMatchObject({
        status,
        customer: null,
        customer_id: null,
        customer_phone: '',
        total: 2000,
      })
      expect(JSON.stringify(order)).not.toContain('Ana')
    }
    expect((await logOfOrder(admin, completed)).at(-1).user).toBe('Sistema')
    // Its address is gone, and what does not concern the delivery can still be changed.
    const archived = await admin.patch(`/orders/${completed.id}/`, { is_archived: true })
    expect(archived).toMatchObject({ status: 200, body: { is_archived: true, shipping_address: '' } })
  })
})
