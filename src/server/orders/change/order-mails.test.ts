import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { onSale, placed } from '../../../../test/support/sales/orders.ts'

describe('mails about a changed order', () => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop('embedded')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const newsFor = async (recipient: string | undefined) =>
    (await shop.mails())
      .filter((mail) => mail.recipient === recipient && !mail.subject.startsWith('Recibimos'))
      .map(({ subject }) => subject)

  it('tell its customer what the shop did', async () => {
    const ana = await shop.signIn()
    const item = await onSale(shop)
    const order = await placed(ana, item)
    const steps = [
      { status: 'completed' },
      { status: 'completed' },
      { status: 'pending' },
      { order_products: [{ ...item, quantity: 1 }] },
      { recipient_name: 'Otra Persona' },
      { is_archived: true },
      { status: 'cancelled' },
    ]
    for (const step of steps) expect((await admin.patch(`/orders/${order.id}/`, step)).status).toBe(200)
    expect(await newsFor(ana.user?.email)).toEqual(
      ['Completamos', 'Reabrimos', 'Cambiamos', 'Cancelamos'].map((verb) => `${verb} tu pedido #${order.id}`),
    )
    const changed = (await shop.mails()).find(({ subject }) => subject.startsWith('Cambiamos'))
    expect(changed?.body_text).toMatch(/1 × .+[^]*Total: /)
  })

  it('are not sent for what customers do themselves, and not to removed accounts', async () => {
    const [ana, beto] = [await shop.signIn(), await shop.signIn()]
    const own = await placed(ana, await onSale(shop))
    expect((await ana.patch(`/orders/${own.id}/`, { status: 'cancelled' })).status).toBe(200)
    expect(await newsFor(ana.user?.email)).toEqual([])
    const left = await placed(beto, await onSale(shop))
    await admin.patch(`/orders/${left.id}/`, { status: 'completed' })
    expect((await admin.delete(`/auth/users/${beto.user?.id}/`)).status).toBe(204)
    expect((await admin.patch(`/orders/${left.id}/`, { status: 'cancelled' })).status).toBe(200)
    expect(await newsFor(beto.user?.email)).toEqual([])
  })
})
