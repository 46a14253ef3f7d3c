import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { expectStock, logOfOrder, onSale, placed } from '../../../../test/support/sales/orders.ts'

describe.each(enginesOf(import.meta.filename))('delivery of an order, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const ordered = async () => placed(customer, await onSale(shop), await onSale(shop))
  const mark = (id: number, body: object) => admin.put(`/orders/${id}/delivery/`, body)
  const SENT = { state: 'handed', how: 'shipped', carrier: 'Correo Argentino', tracking: 'AB 123 AR' }
  const mailsAbout = async (id: number) =>
    (await shop.mails()).filter(
      ({ subject, recipient }) => subject.endsWith(`#${id}`) && recipient === customer.user?.email,
    )

  it('is marked as prepared, sent and taken back, without a new version', async () => {
    const order = await ordered()
    expect(order).toMatchObject({ delivery_state: 'pending', delivery_state_display: 'Sin preparar' })
    const prepared = (await mark(order.id, { state: 'prepared' })).body
    expect(prepared).toMatchObject({
      delivery_state: 'prepared',
      prepared_at: expect.any(String),
      version: order.version,
      updated_at: order.updated_at,
    })
    const sent = (await mark(order.id, SENT)).body
    expect(sent).toMatchObject({
      status: 'pending',
      delivery_state_display: 'Despachado',
      carrier: 'Correo Argentino',
      tracking: 'AB 123 AR',
      prepared_at: prepared.prepared_at,
      version: order.version,
    })
    const own = (await customer.get(`/orders/${order.id}/`)).body
    expect(own).toMatchObject({
      delivery_state: 'handed',
      delivery_state_display: 'Despachado',
      tracking: 'AB 123 AR',
    })
    expect(own).not.toHaveProperty('prepared_at')
    expect((await mark(order.id, { state: 'pending' })).body).toMatchObject({
      delivery_state: 'pending',
      prepared_at: null,
      handed_at: null,
      tracking: '',
    })
    const log = await logOfOrder(admin, order)
    expect(log[1]).toMatchObject({
      description: `Pedido #${order.id}: entrega anotada`,
      changes: {
        delivery_state: { before: 'prepared', after: 'handed' },
        handed_how: { before: null, after: 'shipped' },
      },
    })
    expect(JSON.stringify(log)).not.toMatch(/AB 123|Correo/)
  })

  it.each([
    [{ state: 'lost' }, 'state', 'El estado no es válido'],
    [{ state: 'handed' }, 'how', 'Falta cómo se entregó'],
    [
      { state: 'handed', how: 'in_person', tracking: 'x' },
      'tracking',
      'Transporte y seguimiento son de un envío',
    ],
    [{ ...SENT, carrier: 'x'.repeat(61) }, 'carrier', 'El transporte no puede superar los 60 caracteres'],
    [{ ...SENT, state: 'prepared' }, 'tracking', 'Transporte y seguimiento son de un envío'],
    [{ ...SENT, tracking: 'a\nb' }, 'tracking', 'El seguimiento no puede tener saltos de línea'],
  ])('400 for %j', async (body, field, text) => {
    const { id } = await ordered()
    const reply = await mark(id, body)
    expect([reply.status, reply.body.errors[field]]).toEqual([400, [text]])
  })

  it('completes and tells the customer in one step, by one mail', async () => {
    const order = await ordered()
    const reply = await mark(order.id, { ...SENT, complete: true, notify: true })
    expect(reply.body).toMatchObject({
      status: 'completed',
      delivery_state: 'handed',
      version: order.version + 1,
    })
    expect((await mailsAbout(order.id)).map(({ subject }) => subject)).toEqual([
      `Recibimos tu pedido #${order.id}`,
      `Despachamos tu pedido #${order.id}`,
    ])
    expect((await mailsAbout(order.id)).at(-1)?.body_text).toContain('Seguimiento: AB 123 AR')
  })

  it('mails a handover by default, packing on request, and nothing with `notify: false`', async () => {
    const told = async (...steps: object[]) => {
      const { id } = await ordered()
      for (const step of steps) expect((await mark(id, step)).status).toBe(200)
      return (await mailsAbout(id)).slice(1).map(({ subject }) => subject.split(' ')[0])
    }
    const handed = { state: 'handed', how: 'in_person' }
    expect(await told({ state: 'prepared' }, { state: 'pending' })).toEqual([])
    expect(await told({ state: 'prepared', notify: true })).toEqual(['Preparamos'])
    expect(await told(handed, handed, { ...SENT }, { ...SENT, tracking: 'B 2' })).toEqual([
      'Entregamos',
      'Despachamos',
      'Despachamos',
    ])
    expect(await told({ ...handed, complete: true })).toEqual(['Entregamos'])
    expect(await told({ ...handed, complete: true, notify: false })).toEqual([])
    expect(await told({ state: 'prepared', complete: true })).toEqual(['Completamos'])
  })

  it('marks and mails once under one key', async () => {
    const { id } = await ordered()
    const key = { 'idempotency-key': `entrega-${id}` }
    const body = { ...SENT, notify: true }
    for (let press = 0; press < 2; press += 1) {
      const again = await admin.put(`/orders/${id}/delivery/`, body, key)
      expect([again.status, again.body.delivery_state]).toEqual([200, 'handed'])
    }
    expect(await mailsAbout(id)).toHaveLength(2)
    const other = await admin.put(`/orders/${id}/delivery/`, { state: 'pending' }, key)
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })

  it('keeps carrier and tracking when not sent, and clears them when not shipped', async () => {
    const { id } = await ordered()
    await mark(id, SENT)
    const kept = { carrier: 'Correo Argentino', tracking: 'AB 123 AR' }
    expect((await mark(id, { state: 'handed', how: 'shipped' })).body).toMatchObject(kept)
    const other = { state: 'handed', how: 'shipped', tracking: '' }
    expect((await mark(id, other)).body).toMatchObject({ ...kept, tracking: '' })
    const forgotten = { carrier: '', tracking: '', handed_how: 'in_person' }
    expect((await mark(id, { state: 'handed', how: 'in_person' })).body).toMatchObject(forgotten)
  })

  it('409 STALE when another admin marked it', async () => {
    const { id } = await ordered()
    await mark(id, { ...SENT, was: 'pending' })
    for (const body of [
      { state: 'prepared', was: 'pending' },
      { state: 'handed', how: 'in_person', was: 'prepared' },
    ]) {
      const { status, body: refused } = await mark(id, body)
      expect([status, refused.code, refused.error]).toEqual([
        409,
        'STALE',
        'Otra persona anotó la entrega: ahora está «Despachado».',
      ])
    }
    expect((await admin.get(`/orders/${id}/`)).body.tracking).toBe('AB 123 AR')
    expect((await mark(id, { state: 'prepared', was: 'handed' })).status).toBe(200)
  })

  it('409 for a cancelled order', async () => {
    const { id } = await ordered()
    await customer.put(`/orders/${id}/`, { status: 'cancelled' })
    const reply = await mark(id, { state: 'prepared' })
    expect([reply.status, reply.body.error]).toEqual([409, 'El pedido está cancelado'])
  })

  it('a product that the customer drops afterwards clears the mark, which is logged', async () => {
    const order = await ordered()
    await mark(order.id, { state: 'prepared' })
    const [{ product_id, blister_id, quantity } = { product_id: 0, blister_id: 0, quantity: 0 }] =
      order.products
    const products = [{ product_id, blister_id, quantity }]
    expect((await customer.put(`/orders/${order.id}/`, { products })).body.delivery_state).toBe('pending')
    const [entry] = await logOfOrder(admin, order)
    expect(entry.changes.prepared_at).toEqual({ before: expect.any(String), after: null })
    expect(entry.changes).not.toHaveProperty('changed_after_prepared')
    const read = async () => (await admin.get(`/orders/${order.id}/`)).body
    expect((await read()).changed_after_prepared).toBe(true)
    await mark(order.id, { state: 'prepared' })
    expect((await read()).changed_after_prepared).toBe(false)
  })

  it('other lines from an admin, or cancelling and reopening, clear the mark too', async () => {
    const item = await onSale(shop)
    const order = await placed(customer, item)
    const unpacked = { delivery_state: 'pending', prepared_at: null, changed_after_prepared: true }
    for (const changes of [
      [{ order_products: [{ ...item, quantity: 3 }] }],
      [{ status: 'cancelled' }, { status: 'pending' }],
    ]) {
      await mark(order.id, { state: 'prepared' })
      for (const change of changes) await admin.put(`/orders/${order.id}/`, change)
      expect((await admin.get(`/orders/${order.id}/`)).body).toMatchObject(unpacked)
    }
    // A new recipient does not affect the packing, and handed over goods are not packed again.
    await mark(order.id, { state: 'prepared' })
    await admin.put(`/orders/${order.id}/`, { recipient_name: 'Otra Persona', status: 'completed' })
    expect((await admin.get(`/orders/${order.id}/`)).body.delivery_state).toBe('prepared')
    await mark(order.id, SENT)
    await admin.put(`/orders/${order.id}/`, { order_products: [{ ...item, quantity: 1 }] })
    expect((await admin.get(`/orders/${order.id}/`)).body).toMatchObject({
      delivery_state: 'handed',
      changed_after_prepared: false,
    })
  })

  it('a handed over order cannot be changed or cancelled by the customer, nor deleted', async () => {
    const item = await onSale(shop)
    const order = await placed(customer, item)
    await mark(order.id, { state: 'handed', how: 'in_person' })
    for (const body of [{ status: 'cancelled' }, { products: [] }]) {
      const reply = await customer.put(`/orders/${order.id}/`, body)
      expect([reply.status, reply.body.error]).toEqual([
        409,
        'El pedido ya fue entregado. Comunicarse con la tienda.',
      ])
    }
    expect((await admin.delete(`/orders/${order.id}/`)).body.code).toBe('IN_USE')
    // Admins may cancel it: the goods came back.
    expect((await admin.put(`/orders/${order.id}/`, { status: 'cancelled' })).status).toBe(200)
    await expectStock(shop, item, 10)
  })
})
