import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { onSale, placed } from '../../../../test/support/sales/orders.ts'

describe.each(enginesOf(import.meta.filename))('marks sent with the change of an order, on %s', (engine) => {
  let shop: TestShop
  let ana: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    ana = await shop.signIn()
  })
  afterAll(() => shop.close())

  it('are accepted unchanged, and refused with the call that changes them', async () => {
    const { id } = await placed(ana, await onSale(shop))
    const path = `/orders/${id}/`
    await admin.post(`${path}payments/`, { amount: 500, method: 'cash', paid_on: '2026-01-02' })
    const sent = { how: 'shipped', carrier: 'Correo', tracking: 'AB 1' }
    await admin.put(`${path}delivery/`, { state: 'handed', ...sent })
    const read = (await admin.get(path)).body
    expect((await admin.patch(path, { ...read, is_archived: true })).body.is_archived).toBe(true)
    for (const [change, call] of [
      [{ paid_total: 0 }, 'POST /orders/{id}/payments/'],
      [{ balance: 0 }, 'POST /orders/{id}/payments/'],
      [{ payment_state: 'paid' }, 'POST /orders/{id}/payments/'],
      [{ payments: [] }, 'POST /orders/{id}/payments/'],
      [{ agreed_method: 'cash' }, 'PUT /orders/{id}/agreement/'],
      [{ delivery_state: 'pending' }, 'PUT /orders/{id}/delivery/'],
      [{ handed_at: null }, 'PUT /orders/{id}/delivery/'],
      [{ carrier: '' }, 'PUT /orders/{id}/delivery/'],
      [{ tracking: 7 }, 'PUT /orders/{id}/delivery/'],
    ] as const) {
      const [field = ''] = Object.keys(change)
      for (const method of ['put', 'patch'] as const) {
        const reply = await admin[method](path, { recipient_name: 'Otra Persona', ...change })
        expect([change, reply.status]).toEqual([change, 400])
        expect(reply.body.errors).toEqual({ [field]: [`Eso no se cambia acá: se anota con ${call}`] })
      }
    }
    expect((await admin.get(path)).body.recipient_name).toBe(read.recipient_name)
  })

  it('reveal nothing to a customer that only admins read', async () => {
    const { id } = await placed(ana, await onSale(shop))
    const cancelling = (mark: object) => ana.put(`/orders/${id}/`, { status: 'cancelled', ...mark })
    for (const mark of [{ agreed_method: null }, { agreed_method: 'cash' }, { payments: [] }])
      expect((await cancelling(mark)).status).toBe(403)
    expect((await cancelling({ paid_total: 5 })).status).toBe(400)
    expect((await cancelling({ paid_total: 0, delivery_state: 'pending' })).body.status).toBe('cancelled')
  })
})
