import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { logOfOrder, onSale, placed } from '../../../../test/support/sales/orders.ts'

const TODAY = '2026-11-20'

describe.each(enginesOf(import.meta.filename))('payments of an order, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set(`${TODAY}T15:00:00Z`)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  /** Two units of 1000 pesos. */
  const ordered = async () => placed(customer, await onSale(shop))
  const CASH = { amount: 500, method: 'cash', paid_on: TODAY }
  const pay = (id: number, more: object = {}, headers?: Record<string, string>) =>
    admin.post(`/orders/${id}/payments/`, { ...CASH, ...more }, headers)

  it('a payment lowers the balance and raises no version', async () => {
    const order = await ordered()
    expect(order).toMatchObject({ payment_state: 'none', paid_total: 0, balance: 2000 })
    const reply = await pay(order.id, { reference: 'Recibo 12' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      version: order.version,
      updated_at: order.updated_at,
      payment_state: 'partial',
      payment_state_display: 'Pago parcial',
      paid_total: 500,
      balance: 1500,
      payments: [
        {
          kind: 'payment',
          kind_display: 'Pago',
          amount: 500,
          method_display: 'Efectivo',
          paid_on: TODAY,
          reference: 'Recibo 12',
          user: admin.user?.username,
          voided_at: null,
        },
      ],
    })
    expect((await pay(order.id, { amount: 1500 })).body).toMatchObject({ payment_state: 'paid', balance: 0 })
    expect((await pay(order.id, { amount: 0.5 })).body).toMatchObject({
      payment_state: 'over',
      balance: -0.5,
    })
    expect((await customer.get(`/orders/${order.id}/`)).body).toMatchObject({ paid_total: 2000.5 })
  })

  it('is in the list of admins, and the log names no reference', async () => {
    const order = await ordered()
    await pay(order.id, { reference: 'CBU de Ana' })
    const { results } = (await admin.get(`/orders/?orderId=${order.id}`)).body
    expect(results[0]).toMatchObject({ paid_total: 500, payments: [{ amount: 500 }] })
    const [entry] = await logOfOrder(admin, order)
    expect(entry).toMatchObject({
      action: 'update',
      description: `Pedido #${order.id}: pago anotado`,
      changes: { paid_total: { before: 0, after: 500 }, amount: 500, method: 'cash', paid_on: TODAY },
    })
    expect(JSON.stringify(entry)).not.toContain('CBU')
  })

  it.each([
    ['amount', { amount: 0 }, 'El importe debe ser mayor que 0'],
    ['amount', { amount: 0.004 }, 'El importe debe ser mayor que 0'],
    ['amount', { amount: -3 }, 'El importe debe ser mayor que 0'],
    ['amount', { amount: '1e5' }, 'El importe debe ser un número'],
    ['amount', { amount: 1e11 }, 'El importe es demasiado alto'],
    ['amount', { amount: 1.005 }, 'El importe puede tener dos decimales a lo sumo'],
    ['amount', { amount: '12,500.50' }, 'El importe se puede leer de dos maneras: ¿12.500,50 o 12,50?'],
    ['method', { method: 'crypto' }, 'El medio de pago no es válido'],
    ['paid_on', { paid_on: '2026-11-21' }, 'La fecha no puede ser futura'],
    ['paid_on', { paid_on: '2026-02-30' }, 'Fecha inválida'],
    ['reference', { reference: 'x'.repeat(81) }, 'La referencia no puede superar los 80 caracteres'],
    ['reference', { reference: 'a\0b' }, 'El texto tiene caracteres no permitidos'],
  ])('400 for a wrong %s: %j', async (field, more, text) => {
    const { id } = await ordered()
    const reply = await pay(id, more)
    expect([reply.status, reply.body.errors?.[field]?.[0]]).toEqual([400, text])
    expect((await admin.get(`/orders/${id}/`)).body.payments).toEqual([])
  })

  it('takes a day of Buenos Aires', async () => {
    const { id } = await ordered()
    // 23:30 there is the next day in UTC.
    shop.clock.set('2026-11-21T02:30:00Z')
    expect((await pay(id, { paid_on: '2026-11-21' })).status).toBe(400)
    expect((await pay(id, { paid_on: TODAY })).status).toBe(201)
    shop.clock.set(`${TODAY}T15:00:00Z`)
  })

  it('a refund is at most the amount paid', async () => {
    const { id } = await ordered()
    await pay(id)
    const refused = await pay(id, { kind: 'refund', amount: 500.01 })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'No se puede devolver más de lo cobrado ($\u00a0500)',
    ])
    expect((await pay(id, { kind: 'refund', amount: 200 })).body.paid_total).toBe(300)
  })

  it('a payment is voided once, and stays', async () => {
    const { id } = await ordered()
    const [payment] = ((await pay(id)).body as AdminOrder).payments
    const at = `/orders/${id}/payments/${payment?.id}/void/`
    expect((await admin.post(at, { reason: ' ' })).body.error).toBe('El motivo es requerido')
    const reply = await admin.post(at, { reason: 'Era de otro pedido' })
    expect(reply.body).toMatchObject({ paid_total: 0, payment_state: 'none' })
    expect(reply.body.payments).toMatchObject([
      { amount: 500, voided_at: expect.any(String), void_reason: 'Era de otro pedido' },
    ])
    const again = await admin.post(at, { reason: 'x' })
    expect([again.status, again.body.error]).toEqual([409, 'El pago ya estaba anulado'])
    const other = await ordered()
    expect(
      (await admin.post(`/orders/${other.id}/payments/${payment?.id}/void/`, { reason: 'x' })).status,
    ).toBe(404)
  })

  it('a payment that was given back is not voided before its refund', async () => {
    const { id } = await ordered()
    const [payment] = ((await pay(id)).body as AdminOrder).payments
    await pay(id, { kind: 'refund', amount: 200 })
    expect((await admin.post(`/orders/${id}/payments/${payment?.id}/void/`, { reason: 'x' })).status).toBe(
      409,
    )
    expect((await admin.get(`/orders/${id}/`)).body.paid_total).toBe(300)
  })

  it('one key records one payment', async () => {
    const { id } = await ordered()
    const key = { 'idempotency-key': `pago-${id}` }
    await pay(id, {}, key)
    const again = await pay(id, {}, key)
    expect([again.status, again.body.paid_total]).toEqual([201, 500])
    expect((await pay(id, { amount: 501 }, key)).status).toBe(422)
    const other = await ordered()
    expect((await pay(other.id, {}, key)).status).toBe(422)
  })

  it('an agreement is recorded, changed and removed', async () => {
    const { id } = await ordered()
    const at = `/orders/${id}/agreement/`
    const agreed = await admin.put(at, { method: 'transfer', due_on: '2026-11-30' })
    expect(agreed.body).toMatchObject({
      payment_state: 'agreed',
      agreed_method: 'transfer',
      agreed_method_display: 'Transferencia',
      agreed_due: '2026-11-30',
    })
    expect((await customer.get(`/orders/${id}/`)).body).not.toHaveProperty('agreed_due')
    await admin.put(at, { method: 'transfer', due_on: '2026-11-30' })
    expect((await admin.put(at, { method: null, due_on: '2026-11-30' })).body.errors.due_on).toEqual([
      'La fecha va junto con un medio de pago',
    ])
    expect((await admin.put(at, { method: null })).body).toMatchObject({
      agreed_method: null,
      agreed_due: null,
    })
    expect(await logOfOrder(admin, { id })).toMatchObject([
      { description: `Pedido #${id}: acuerdo de pago quitado` },
      { description: `Pedido #${id}: pago acordado` },
      { action: 'order' },
    ])
  })

  it('an order with payments is not deleted, without them it is', async () => {
    const { id } = await ordered()
    const [payment] = ((await pay(id)).body as AdminOrder).payments
    const refused = await admin.delete(`/orders/${id}/`)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'IN_USE',
      'El pedido tiene pagos o entrega anotados: anularlos o archivarlo.',
    ])
    await admin.post(`/orders/${id}/payments/${payment?.id}/void/`, { reason: 'x' })
    expect((await admin.delete(`/orders/${id}/`)).status).toBe(204)
  })

  it('when the account is removed, amounts stay and texts are erased', async () => {
    const person = await shop.signIn()
    const order = await placed(person, await onSale(shop))
    const [payment] = ((await pay(order.id, { reference: 'De Ana' })).body as AdminOrder).payments
    await admin.post(`/orders/${order.id}/payments/${payment?.id}/void/`, { reason: 'Ana se arrepintió' })
    await pay(order.id)
    expect((await admin.delete(`/users/${person.user?.id}/`)).status).toBe(204)
    expect((await admin.get(`/orders/${order.id}/`)).body).toMatchObject({
      status: 'cancelled',
      paid_total: 500,
      payments: [{ amount: 500, reference: '', void_reason: '' }, { amount: 500 }],
    })
  })

  it('the database refuses another amount of a payment', async () => {
    const { id } = await ordered()
    await pay(id)
    const change = shop.shop.db.updateTable('order_payments').set({ voided_at: null })
    await expect(
      change
        .set('amount' as never, 1 as never)
        .where('order_id', '=', id)
        .execute(),
    ).rejects.toThrow('a payment is voided, never changed')
  })
})
