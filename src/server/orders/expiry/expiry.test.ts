import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { sendMails } from '../../../../test/support/sales/mails.ts'
import { expectStock, logOfOrder, onSale, placed } from '../../../../test/support/sales/orders.ts'
import { saveSettings } from '../../settings/settings.ts'
import { expireOrders } from './expiry.ts'

describe.each(enginesOf(import.meta.filename))('reservation expiry, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const days = (pending_expiry_days: number) =>
    saveSettings({ shop: shop.shop, body: { pending_expiry_days } })
  const runAt = async (time: string, isSending = true) => {
    shop.clock.set(time)
    await expireOrders(shop.shop)
    if (isSending) await sendMails(shop)
  }
  const read = async (id: number) => (await admin.get(`/orders/${id}/`)).body
  const mailsAbout = async (id: number) =>
    (await shop.mails())
      .filter(({ subject, recipient }) => subject.includes(`#${id}`) && recipient === customer.user?.email)
      .map(({ subject }) => subject)

  /** Placed on 20 November, at noon, for three days: it ends at the midnight after the 23rd. */
  async function reserved(lines = 1) {
    shop.clock.set('2026-11-20T15:00:00Z')
    await days(3)
    const item = await onSale(shop)
    const others = await Promise.all(Array.from({ length: lines - 1 }, () => onSale(shop)))
    const order = await placed(customer, item, ...others)
    await days(0)
    return { item, id: order.id, order }
  }

  it('has no end unless the setting gives it one, which is fixed when the order is placed', async () => {
    shop.clock.set('2026-11-20T15:00:00Z')
    expect((await placed(customer, await onSale(shop))).expires_at).toBeNull()
    const { order } = await reserved()
    expect(order.expires_at).toBe('2026-11-24T03:00:00.000Z')
    expect((await customer.get(`/orders/${order.id}/`)).body.expires_at).toBe(order.expires_at)
    await days(60)
    expect((await read(order.id)).expires_at).toBe(order.expires_at)
    await days(0)
  })

  it('warns once, waits, cancels, returns the stock and mails it', async () => {
    const { item, id } = await reserved()
    await runAt('2026-11-22T14:59:00Z')
    expect(await mailsAbout(id)).toHaveLength(1)
    await runAt('2026-11-22T15:00:00Z')
    await runAt('2026-11-23T03:05:00Z')
    expect(await mailsAbout(id)).toEqual([
      `Recibimos tu pedido #${id}`,
      `Tu reserva del pedido #${id} vence el 23 de noviembre`,
    ])
    expect((await read(id)).next_action).toBe('expiring')
    await runAt('2026-11-24T02:59:59Z')
    await expectStock(shop, item, 8)
    await runAt('2026-11-24T03:00:00Z')
    await runAt('2026-11-24T03:05:00Z')
    await expectStock(shop, item, 10)
    const back = await admin.get(`/stock/${item.blister_id}/movements/`)
    expect(back.body.results[0]).toMatchObject({ reason_display: 'Reserva vencida', order_id: id })
    expect(await read(id)).toMatchObject({ status: 'cancelled', expires_at: null, version: 2 })
    expect((await mailsAbout(id)).slice(2)).toEqual([`Venció la reserva de tu pedido #${id}`])
    const [entry] = await logOfOrder(admin, { id })
    expect(entry).toMatchObject({
      action: 'status_change',
      description: `Reserva vencida (#${id})`,
      user: 'Sistema',
      changes: { old_status: 'pending', new_status: 'cancelled' },
    })
  })

  it('waits for a day after the warning has left, as a mail server may be down', async () => {
    const { id } = await reserved()
    await runAt('2026-11-22T15:00:00Z', false)
    await runAt('2026-11-24T03:00:00Z', false)
    expect((await read(id)).status).toBe('pending')
    shop.clock.set('2026-11-24T04:00:00Z')
    await sendMails(shop)
    await runAt('2026-11-25T03:59:00Z')
    expect((await read(id)).status).toBe('pending')
    await runAt('2026-11-25T04:00:00Z')
    expect((await read(id)).status).toBe('cancelled')
  })

  it('warns first after downtime', async () => {
    const { item, id } = await reserved()
    await runAt('2026-12-01T15:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'pending', expires_at: '2026-12-03T03:00:00.000Z' })
    expect((await mailsAbout(id)).at(-1)).toContain('vence el 2 de diciembre')
    expect((await logOfOrder(admin, { id }))[0]).toMatchObject({
      user: 'Sistema',
      changes: { expires_on: { before: '2026-11-23', after: '2026-12-02' } },
    })
    await runAt('2026-12-02T15:00:00Z')
    await expectStock(shop, item, 8)
    await runAt('2026-12-03T03:00:00Z')
    await expectStock(shop, item, 10)
  })

  it.each([
    ['warned about', '2026-11-20T15:00:00Z'],
    ['placed', '2027-12-20T15:00:00Z'],
  ])(
    'ends soon, not in a year, when it was %s by a clock that was ahead and is set back',
    async (_what, placedAt) => {
      shop.clock.set(placedAt)
      await days(3)
      const item = await onSale(shop)
      const { id } = await placed(customer, item)
      await days(0)
      await runAt('2027-12-20T16:00:00Z')
      await runAt('2026-11-21T15:00:00Z')
      await runAt('2026-11-21T15:05:00Z')
      expect(await read(id)).toMatchObject({ status: 'pending', expires_at: '2026-11-23T03:00:00.000Z' })
      const corrections = (await mailsAbout(id)).filter((subject) =>
        subject.includes('vence el 22 de noviembre'),
      )
      expect(corrections).toHaveLength(1)
      await runAt('2026-11-23T03:00:00Z')
      expect((await read(id)).status).toBe('cancelled')
      await expectStock(shop, item, 10)
    },
  )

  it('has no end either when it was placed by a clock that was ahead and is set back', async () => {
    shop.clock.set('2027-12-20T15:00:00Z')
    const { id } = await placed(customer, await onSale(shop))
    await runAt('2026-11-21T15:00:00Z')
    expect((await read(id)).expires_at).toBeNull()
    expect(await mailsAbout(id)).toHaveLength(1)
  })

  it.each([
    ['a payment', 'payments/', 'post', { amount: 1, method: 'cash', paid_on: '2026-11-20' }],
    ['an agreement', 'agreement/', 'put', { method: 'cash', due_on: null }],
    ['preparing', 'delivery/', 'put', { state: 'prepared' }],
    ['handing over', 'delivery/', 'put', { state: 'handed', how: 'in_person' }],
  ] as const)('%s keeps it, also after the warning', async (_what, path, method, body) => {
    const { item, id } = await reserved()
    await runAt('2026-11-22T16:00:00Z')
    shop.clock.set('2026-11-22T17:00:00Z')
    expect((await admin[method](`/orders/${id}/${path}`, body)).status).toBeLessThan(300)
    expect(await read(id)).toMatchObject({ expires_at: null, status: 'pending' })
    await runAt('2026-12-30T15:00:00Z')
    expect((await read(id)).status).toBe('pending')
    await expectStock(shop, item, 8)
  })

  const PAYMENT = { amount: 1, method: 'cash', paid_on: '2026-11-20' }
  const agree = (id: number, method: string | null) =>
    admin.put(`/orders/${id}/agreement/`, { method, due_on: null })
  const deliver = (id: number, state: string) => admin.put(`/orders/${id}/delivery/`, { state })
  const pay = async (id: number, kind: string) =>
    (await admin.post(`/orders/${id}/payments/`, { ...PAYMENT, kind })).body.payments.at(-1).id

  it.each<[string, (id: number) => Promise<() => Promise<unknown>>]>([
    [
      'its payment is voided',
      async (id) => {
        const payment = await pay(id, 'payment')
        return () => admin.post(`/orders/${id}/payments/${payment}/void/`, { reason: 'Error' })
      },
    ],
    [
      'its payment is given back',
      async (id) => {
        await pay(id, 'payment')
        return () => pay(id, 'refund')
      },
    ],
    [
      'its agreement is removed',
      async (id) => {
        await agree(id, 'cash')
        return () => agree(id, null)
      },
    ],
    [
      'it is no longer prepared',
      async (id) => {
        await deliver(id, 'prepared')
        return () => deliver(id, 'pending')
      },
    ],
    [
      'its customer drops a line of the packed parcel',
      async (id) => {
        await deliver(id, 'prepared')
        const { products } = (await customer.get(`/orders/${id}/`)).body
        const [{ product_id, blister_id, quantity }] = products
        return () => customer.put(`/orders/${id}/`, { products: [{ product_id, blister_id, quantity }] })
      },
    ],
  ])('is warned about again, and has a day more, when %s after its end', async (_what, keep) => {
    const { id, item } = await reserved(2)
    await runAt('2026-11-22T16:00:00Z')
    const release = await keep(id)
    await runAt('2026-12-01T15:00:00Z')
    await release()
    await runAt('2026-12-01T15:05:00Z')
    expect(await read(id)).toMatchObject({ status: 'pending', expires_at: '2026-12-03T03:00:00.000Z' })
    expect((await mailsAbout(id)).at(-1)).toContain('vence el 2 de diciembre')
    await runAt('2026-12-03T03:00:00Z')
    expect((await read(id)).status).toBe('cancelled')
    await expectStock(shop, item, 10)
  })

  it('is not cancelled again once an admin reopens it', async () => {
    const { id, item } = await reserved()
    await runAt('2026-11-22T16:00:00Z')
    await runAt('2026-11-24T03:00:00Z')
    const reopened = await admin.put(`/orders/${id}/`, { status: 'pending' })
    expect(reopened.body).toMatchObject({ status: 'pending', expires_at: null })
    await runAt('2026-12-30T15:00:00Z')
    expect((await read(id)).status).toBe('pending')
    await expectStock(shop, item, 8)
  })

  it('ends although another cannot be cancelled, and the job counts as failed', async () => {
    const { id, item } = await reserved()
    const { blister_id } = item
    const full = { blister_id, change: 999_992, reason: 'received' }
    expect((await admin.post('/stock/adjustments/', full)).status).toBe(201)
    const other = await reserved()
    await runAt('2026-11-22T16:00:00Z')
    shop.clock.set('2026-11-24T03:00:00Z')
    await expect(expireOrders(shop.shop)).rejects.toThrow(`Failed: ${id}`)
    expect([(await read(id)).status, (await read(other.id)).status]).toEqual(['pending', 'cancelled'])
    await expectStock(shop, other.item, 10)
    await admin.put(`/orders/${id}/expiry/`, { expires_on: null })
  })

  it('an admin extends it, with another warning, or takes the end away', async () => {
    const { id } = await reserved()
    await runAt('2026-11-22T16:00:00Z')
    const extended = await admin.put(`/orders/${id}/expiry/`, { expires_on: '2026-11-30' })
    expect(extended.body).toMatchObject({
      expires_at: '2026-12-01T03:00:00.000Z',
      next_action: 'contact',
      version: 1,
    })
    expect((await logOfOrder(admin, { id }))[0]).toMatchObject({
      description: `Pedido #${id}: vencimiento cambiado`,
      changes: { expires_on: { before: '2026-11-23', after: '2026-11-30' } },
    })
    await runAt('2026-11-29T16:00:00Z')
    expect((await mailsAbout(id)).at(-1)).toContain('vence el 30 de noviembre')
    expect((await admin.put(`/orders/${id}/expiry/`, { expires_on: null })).body.expires_at).toBeNull()
    await runAt('2026-12-30T15:00:00Z')
    expect((await read(id)).status).toBe('pending')
  })

  it('refuses a past day, an invalid one, and an order that does not expire', async () => {
    const { id } = await reserved()
    const set = (expires_on: unknown) => admin.put(`/orders/${id}/expiry/`, { expires_on })
    for (const [day, text] of [
      ['2026-11-19', 'La fecha ya pasó'],
      ['3000-01-01', 'La fecha es demasiado lejana'],
      ['2026-02-30', 'Fecha inválida'],
      [undefined, 'Fecha inválida'],
    ]) {
      const { status, body } = await set(day)
      expect([status, body.errors]).toEqual([400, { expires_on: [text] }])
    }
    expect((await set('2026-11-20')).status).toBe(200)
    await admin.put(`/orders/${id}/agreement/`, { method: 'cash', due_on: null })
    const refused = await set('2026-12-01')
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Un pedido con pago, acuerdo o entrega anotados no vence',
    ])
    expect((await customer.put(`/orders/${id}/expiry/`, { expires_on: null })).status).toBe(403)
    expect((await admin.put('/orders/999999/expiry/', { expires_on: null })).status).toBe(404)
  })

  it('is a work queue and a filter of the list', async () => {
    const { id } = await reserved()
    shop.clock.set('2026-11-23T04:00:00Z')
    const { queues } = (await admin.get('/todo/')).body
    const expiring = queues.find(({ key }: { key: string }) => key === 'expiring')
    expect(expiring.ids).toContain(id)
    const { results } = (await admin.get('/orders/?next=expiring&page_size=100')).body
    expect(results.map((order: { id: number }) => order.id)).toContain(id)
  })
})
