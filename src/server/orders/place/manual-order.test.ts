import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { expectStock, logOfOrder, onSale } from '../../../../test/support/sales/orders.ts'

const GUEST = { guest: { name: 'Ana Feria', phone: '11 2345-6789' }, channel: 'fair' }

const CASH = { amount: 500, method: 'cash', paid_on: '2026-11-20' }

describe.each(enginesOf(import.meta.filename))('POST /orders/manual/, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const note = (body: object, headers = {}) => admin.post('/orders/manual/', body, headers)
  const mailsAbout = async (id: number) =>
    (await shop.mails()).filter(({ subject }) => subject.endsWith(`#${id}`))

  it('enters an order for a guest, at current prices, and takes the stock', async () => {
    const item = await onSale(shop)
    const { status, body } = await note({ ...GUEST, lines: [item] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'pending',
      total: 2_000,
      customer: null,
      customer_id: null,
      recipient_name: 'Ana Feria',
      customer_phone: '1123456789',
      customer_email: '',
      channel: 'fair',
      channel_display: 'Feria',
      created_by: admin.user?.username,
      payment_state: 'none',
      delivery_state: 'pending',
      next_action: 'contact',
    })
    await expectStock(shop, item, 8)
    const [entry] = await logOfOrder(admin, body)
    expect(entry).toMatchObject({
      action: 'order',
      description: `Pedido #${body.id} anotado por la tienda`,
      changes: { order_total: 2_000, products: 1, channel: 'fair' },
    })
    expect(JSON.stringify(entry)).not.toContain('Ana')
    expect(await mailsAbout(body.id)).toEqual([])
  })

  it('is created once though its retry comes after midnight', async () => {
    const body = { ...GUEST, lines: [await onSale(shop)], payment: { amount: 500, method: 'cash' } }
    const key = { 'idempotency-key': 'medianoche' }
    shop.clock.set('2026-11-20T23:59:00-03:00')
    const first = await note(body, key)
    expect(first.body.payments).toMatchObject([{ paid_on: '2026-11-20' }])
    shop.clock.set('2026-11-21T00:01:00-03:00')
    expect((await note(body, key)).body).toMatchObject({ id: first.body.id, paid_total: 500 })
    shop.clock.set('2026-11-20T15:00:00Z')
  })

  it('has no phone if none is sent, and can be changed without one; a phone is never emptied', async () => {
    const lines = [await onSale(shop)]
    const { body } = await note({ guest: { name: 'Ana Feria' }, channel: 'fair', lines })
    const path = `/orders/${body.id}/`
    const sent = { ...body, delivery_type: 'address', shipping_address: 'Mitre 100' }
    const changed = await admin.put(path, sent)
    expect([changed.status, changed.body.shipping_address]).toEqual([200, 'Mitre 100'])
    expect((await admin.patch(path, { customer_phone: '11 2345-6789' })).status).toBe(200)
    const emptied = await admin.patch(path, { customer_phone: '' })
    expect([emptied.status, emptied.body.errors]).toEqual([
      400,
      { customer_phone: ['El teléfono es requerido'] },
    ])
  })

  it('belongs to an account, which sees it and is mailed on request', async () => {
    const item = await onSale(shop)
    const { body } = await note({
      customer_id: customer.user?.id,
      channel: 'phone',
      lines: [item],
      note: 'Llamó a la mañana',
      send_mail: true,
    })
    expect(body).toMatchObject({ customer_id: customer.user?.id, notes_count: 1 })
    const own = await customer.get(`/orders/${body.id}/`)
    expect(own.status).toBe(200)
    expect(own.text).not.toMatch(/Llam|channel|created_by/)
    const mails = await mailsAbout(body.id)
    expect(mails.map(({ subject, recipient }) => [subject, recipient])).toEqual([
      [`Anotamos tu pedido #${body.id}`, customer.user?.email],
    ])
  })

  it('with a mail to an unconfirmed address is refused as a whole', async () => {
    const item = await onSale(shop)
    const { user } = await shop.signIn({ verified: false })
    const lines = [item]
    const asked = { customer_id: user?.id, channel: 'phone', lines, send_mail: true }
    const refused = await note(asked)
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { send_mail: ['La cuenta no tiene el email verificado: no se manda'] },
    ])
    await expectStock(shop, item, 10)
    const { body } = await note({ ...asked, send_mail: false })
    expect(body.can_mail).toBe(false)
    expect((await admin.post(`/orders/${body.id}/payments/`, CASH)).status).toBe(201)
    expect(await mailsAbout(body.id)).toEqual([])
  })

  it('is paid, handed over and completed in the same step', async () => {
    const item = await onSale(shop)
    const { status, body } = await note({
      ...GUEST,
      lines: [item],
      payment: { amount: 2_000, method: 'cash', paid_on: '2026-11-20' },
      handed: 'in_person',
      complete: true,
    })
    expect([status, body.status]).toEqual([201, 'completed'])
    expect(body).toMatchObject({
      payment_state: 'paid',
      balance: 0,
      delivery_state: 'handed',
      handed_how: 'in_person',
      next_action: null,
    })
    await expectStock(shop, item, 8)
  })

  it('is sent to an address, with its carrier and tracking when it has left', async () => {
    const lines = [await onSale(shop)]
    const address = { delivery_type: 'address', shipping_address: 'Mitre 123, Salta' }
    const sent = { handed: 'shipped', carrier: 'Correo Argentino', tracking: 'AB 123 AR' }
    expect((await note({ ...GUEST, lines, ...address, ...sent })).body).toMatchObject({
      ...address,
      delivery_type_display: 'Envío a domicilio',
      delivery_state_display: 'Despachado',
      carrier: 'Correo Argentino',
      tracking: 'AB 123 AR',
    })
    for (const [wrong, field] of [
      [{ delivery_type: 'address' }, 'shipping_address'],
      [{ shipping_address: 'Mitre 123' }, 'shipping_address'],
      [{ delivery_type: 'drone' }, 'delivery_type'],
      [{ ...address, tracking: 'x' }, 'tracking'],
      [{ ...address, handed: 'in_person', carrier: 'x' }, 'tracking'],
    ] as const) {
      const { status, body } = await note({ ...GUEST, lines, ...wrong })
      expect([wrong, status, Object.keys(body.errors)]).toEqual([wrong, 400, [field]])
    }
  })

  it('accepts another price, 0 for a gift too, and logs it', async () => {
    const [item, gift] = [await onSale(shop), await onSale(shop)]
    const lines = [
      { ...item, price_at_time: 850.51 },
      { ...gift, quantity: 1, price_at_time: 0 },
    ]
    const { body } = await note({ ...GUEST, lines })
    expect(body.total).toBe(1_701.02)
    const [entry] = await logOfOrder(admin, body)
    expect(entry.changes.other_prices).toHaveLength(2)
    expect(entry.changes.other_prices[0]).toMatch(/\$\s1\.000 → \$\s850,51/)
  })

  it.each([
    [850, 1],
    [undefined, 0],
    [0, undefined],
  ])('refuses one presentation at two prices: %s and %s', async (...prices) => {
    const item = await onSale(shop)
    const lines = prices.map((price_at_time) => ({ ...item, price_at_time }))
    expect((await note({ ...GUEST, lines })).status).toBe(400)
  })

  it('sells hidden products, but no removed ones, none without a price, and not more than the stock', async () => {
    const hidden = await onSale(shop)
    await admin.patch(`/products/${hidden.product_id}/`, { available: false })
    expect((await note({ ...GUEST, lines: [hidden] })).status).toBe(201)

    const removed = await onSale(shop)
    await admin.delete(`/products/${removed.product_id}/`)
    expect((await note({ ...GUEST, lines: [removed] })).status).toBe(409)
    expect(
      (await note({ ...GUEST, lines: [{ product_id: 1, blister_id: 999_999, quantity: 1 }] })).status,
    ).toBe(400)

    const unpriced = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 0, stock: 9, discount: 0 }] })
    const line = { product_id: unpriced.id, blister_id: unpriced.blisters[0]?.id ?? 0, quantity: 1 }
    expect((await note({ ...GUEST, lines: [line] })).body.code).toBe('WITHOUT_PRICE')
    expect((await note({ ...GUEST, lines: [{ ...line, price_at_time: 5 }] })).body.total).toBe(5)

    const few = await onSale(shop, 1)
    const short = await note({ ...GUEST, lines: [few] })
    expect([short.status, short.body.code]).toEqual([409, 'OUT_OF_STOCK'])
    expect(short.body.lines).toMatchObject([{ blister_id: few.blister_id, available: 1 }])
    await expectStock(shop, few, 1)
  })

  it('is entered once under a key, and a repetition gets the current order', async () => {
    const item = await onSale(shop)
    const headers = { 'idempotency-key': `feria-${engine}` }
    const first = (await note({ ...GUEST, lines: [item] }, headers)).body
    await admin.put(`/orders/${first.id}/delivery/`, { state: 'prepared' })
    const again = (await note({ ...GUEST, lines: [item] }, headers)).body
    expect(again).toMatchObject({ id: first.id, delivery_state: 'prepared' })
    await expectStock(shop, item, 8)
    expect((await note({ ...GUEST, lines: [{ ...item, quantity: 1 }] }, headers)).status).toBe(422)
  })

  it('is refused without a customer or with two, a mail without recipient, a future day or the site as channel', async () => {
    const lines = [await onSale(shop)]
    const refused = async (body: object) => {
      const reply = await note({ ...GUEST, lines, ...body })
      return reply.status === 400 ? Object.keys(reply.body.errors) : reply.status
    }
    expect(await refused({ guest: undefined })).toEqual(['customer_id'])
    expect(await refused({ customer_id: customer.user?.id })).toEqual(['customer_id'])
    expect(await refused({ guest: undefined, customer_id: 999_999 })).toEqual(['customer_id'])
    expect(await refused({ send_mail: true })).toEqual(['send_mail'])
    expect(await refused({ complete: true })).toEqual(['complete'])
    expect(await refused({ channel: 'web' })).toEqual(['channel'])
    expect(await refused({ lines: [] })).toEqual(['lines'])
    for (const key of ['price', 'discount', 'final_price'])
      expect(await refused({ lines: [{ ...lines[0], [key]: 5 }] })).toEqual([`lines.0.${key}`])
    const payment = { amount: 5, method: 'cash', paid_on: '2026-11-21' }
    expect(await refused({ payment })).toEqual(['payment.paid_on'])
    expect((await customer.post('/orders/manual/', { ...GUEST, lines })).status).toBe(403)
  })
})
