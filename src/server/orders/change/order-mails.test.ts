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
      .filter((mail) => mail.recipient === recipient && !mail.subject.startsWith('Recibimos tu pedido'))
      .map(({ subject }) => subject)

  it('tell the customer about the change', async () => {
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

  it('state the payment and the balance', async () => {
    const ana = await shop.signIn()
    const { id } = await placed(ana, await onSale(shop))
    const pay = (body: object) =>
      admin.post(`/orders/${id}/payments/`, { amount: 500, method: 'cash', paid_on: '2026-01-02', ...body })
    const key = { 'idempotency-key': `pago-${id}` }
    for (let press = 0; press < 2; press += 1)
      await admin.post(
        `/orders/${id}/payments/`,
        { amount: 500, method: 'transfer', paid_on: '2026-01-02' },
        key,
      )
    await pay({ kind: 'refund', amount: 100 })
    await pay({ notify: false })
    expect(await newsFor(ana.user?.email)).toEqual([
      `Recibimos tu pago del pedido #${id}`,
      `Te devolvimos dinero del pedido #${id}`,
    ])
    const mail = (await shop.mails()).find(({ subject }) => subject.startsWith('Recibimos tu pago'))
    expect(mail?.body_text).toMatch(
      /Recibimos: \$\s500\nMedio: Transferencia\nTotal.*: \$\s2\.000\nPago: Pagaste \$\s500: faltan \$\s1\.500/,
    )
  })

  it.each([
    [
      'mail_changed',
      { is_archived: false, customer_phone: '1199887766', delivery_type: 'address', shipping_address: 'x' },
    ],
    ['mail_completed', { status: 'completed' }],
    ['mail_cancelled', { status: 'cancelled' }],
    ['mail_paid', undefined],
    ['mail_handed', undefined],
  ] as const)('go while %s is on', async (setting, change) => {
    const ana = await shop.signIn()
    const act = async () => {
      const { id } = await placed(ana, await onSale(shop))
      const path = `/orders/${id}`
      const payment = { amount: 500, method: 'cash', paid_on: '2026-01-02' }
      const handed = { state: 'handed', how: 'in_person' }
      const reply = change
        ? await admin.patch(`${path}/`, change)
        : setting === 'mail_paid'
          ? await admin.post(`${path}/payments/`, payment)
          : await admin.put(`${path}/delivery/`, handed)
      expect(reply.status).toBeLessThan(300)
    }
    expect((await admin.put('/settings/', { [setting]: false })).status).toBe(200)
    await act()
    expect(await newsFor(ana.user?.email)).toEqual([])
    await admin.put('/settings/', { [setting]: true })
    await act()
    expect(await newsFor(ana.user?.email)).toHaveLength(1)
  })

  it('are refused with a mail to a guest', async () => {
    const lines = [await onSale(shop)]
    const { body } = await admin.post('/orders/manual/', {
      guest: { name: 'Ana Feria' },
      channel: 'fair',
      lines,
    })
    const payment = { amount: 500, method: 'cash', paid_on: '2026-01-02', notify: true }
    const handed = { state: 'handed', how: 'in_person', notify: true }
    for (const reply of [
      await admin.post(`/orders/${body.id}/payments/`, payment),
      await admin.put(`/orders/${body.id}/delivery/`, handed),
    ])
      expect([reply.status, reply.body.errors]).toEqual([
        400,
        { notify: ['Sin cuenta no se manda el email'] },
      ])
    expect((await admin.get(`/orders/${body.id}/`)).body).toMatchObject({
      can_mail: false,
      paid_total: 0,
      delivery_state: 'pending',
    })
  })

  it("tell both sides of a customer's own change, whatever the settings say", async () => {
    const ana = await shop.signIn()
    const to = 'tienda@correo.example'
    await admin.put('/settings/', { orders_email: to, mail_changed: false, mail_cancelled: false })
    const [kept, gone] = [await onSale(shop), await onSale(shop)]
    const { id } = await placed(ana, kept, gone)
    await ana.patch(`/orders/${id}/`, { products: [kept] })
    await ana.patch(`/orders/${id}/`, { products: [kept] })
    await ana.patch(`/orders/${id}/`, { status: 'cancelled' })
    expect(await newsFor(ana.user?.email)).toEqual([
      `Cambiaste tu pedido #${id}`,
      `Cancelaste tu pedido #${id}`,
    ])
    const toShop = (await newsFor(to)).filter((subject) => !subject.startsWith('Pedido nuevo'))
    expect(toShop).toEqual([`Cambiaron el pedido #${id}`, `Cancelaron el pedido #${id}`])
    await admin.put('/settings/', { mail_changed: true, mail_cancelled: true })
  })

  it('say where a shipped order is, and nothing of what was arranged before', async () => {
    const ana = await shop.signIn()
    const { id } = await placed(ana, await onSale(shop))
    await admin.put(`/orders/${id}/delivery/`, {
      state: 'handed',
      how: 'shipped',
      carrier: 'Andreani',
      tracking: 'A 1',
    })
    await admin.patch(`/orders/${id}/`, { status: 'completed' })
    const texts = (await shop.mails()).filter(({ subject }) => subject.endsWith(`#${id}`)).slice(-2)
    expect(texts.map(({ body_text }) => body_text).join()).not.toMatch(/Coordinar|Acordar/)
    expect(texts[0]?.body_text).toMatch(
      /Entrega: En camino con Andreani\nPago: Todavía no pagaste: \$\s2\.000/,
    )
  })

  it('owe nothing once the order is cancelled and refunded', async () => {
    const ana = await shop.signIn()
    const { id } = await placed(ana, await onSale(shop))
    const money = (kind: string) => ({ kind, amount: 500, method: 'cash', paid_on: '2026-01-02' })
    await admin.post(`/orders/${id}/payments/`, money('payment'))
    await admin.patch(`/orders/${id}/`, { status: 'cancelled' })
    expect((await ana.get(`/orders/${id}/`)).body.balance).toBe(-500)
    await admin.post(`/orders/${id}/payments/`, money('refund'))
    expect((await ana.get(`/orders/${id}/`)).body.balance).toBe(0)
    expect((await shop.mails()).at(-1)?.body_text).toContain('No debés nada')
  })

  it('are not sent to removed accounts', async () => {
    const beto = await shop.signIn()
    const left = await placed(beto, await onSale(shop))
    await admin.patch(`/orders/${left.id}/`, { status: 'completed' })
    expect((await admin.delete(`/auth/users/${beto.user?.id}/`)).status).toBe(204)
    expect((await admin.patch(`/orders/${left.id}/`, { status: 'cancelled' })).status).toBe(200)
    expect(await newsFor(beto.user?.email)).toEqual([])
  })
})
