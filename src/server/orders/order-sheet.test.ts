import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { onSale, placed } from '../../../test/support/sales/orders.ts'
import type { AdminOrder } from '../../contract/orders/orders.ts'
import { SHEETS } from './order-sheet.ts'

/** For the desk alone. */
const NOT_IN_SHEETS: (keyof AdminOrder)[] = [
  'is_archived',
  'updated_at',
  'customer',
  'customer_id',
  'products',
  'version',
  'tracking_url',
  'expires_at',
  'claim_id',
  'visible_notes',
  'from_lots',
  'created_by',
  'agreed_method',
  'agreed_due',
  'prepared_at',
  'changed_after_prepared',
  'handed_at',
  'handed_how',
  'notes_count',
  'lots',
  'can_mail',
  'next_action',
]

describe.each(enginesOf(import.meta.filename))('orders as a sheet on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-21T01:30:00Z')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const sheet = async (query: string) => {
    const { status, text, headers } = await admin.get(`/orders/csv/${query}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="pedidos.csv"')
    expect(text.startsWith('\uFEFF')).toBe(true)
    return text
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(';'))
  }

  it('has a row for each order, line or payment that the filters show, and starts no formula', async () => {
    const ana = await shop.signIn()
    const first = await placed(ana, await onSale(shop))
    const second = await placed(ana, await onSale(shop))
    await admin.patch(`/orders/${first.id}/`, { recipient_name: '=1+1' })
    const pay = (kind: string, amount: number) =>
      admin.post(
        `/orders/${first.id}/payments/`,
        { kind, amount, method: 'transfer', paid_on: '2026-11-20', reference: 'Op. 7' },
        { 'idempotency-key': `${kind}-${first.id}` },
      )
    expect((await pay('payment', 900)).status).toBe(201)
    expect((await pay('refund', 100.5)).status).toBe(201)

    const [head, ...orders] = await sheet('')
    expect(head?.slice(0, 4)).toEqual(['Pedido', 'Fecha', 'Estado', 'Destinatario'])
    expect(orders.map(([number]) => number)).toEqual([`#${second.id}`, `#${first.id}`])
    // The day of Buenos Aires, where it is still the 20th.
    expect(orders[1]?.slice(1, 4)).toEqual(['20/11/2026', 'Pendiente', "'=1+1"])
    expect(orders[1]?.[head?.indexOf('Cobrado') ?? 0]).toBe('799,50')

    const lines = await sheet(`?rows=lines&orderId=${first.id}`)
    const [line] = first.order_products
    if (!line) throw new Error('An order has lines')
    const { quantity, price_at_time } = line
    expect(lines).toHaveLength(1 + first.order_products.length)
    expect(lines[1]?.slice(-3)).toEqual([
      String(quantity),
      price_at_time.toFixed(2).replace('.', ','),
      (price_at_time * quantity).toFixed(2).replace('.', ','),
    ])

    const payments = await sheet('?rows=payments')
    expect(payments.slice(1).map((row) => row.slice(3, 8))).toEqual([
      ['20/11/2026', 'Pago', 'Transferencia', '900,00', 'Op. 7'],
      ['20/11/2026', 'Devolución', 'Transferencia', '-100,50', 'Op. 7'],
    ])
    expect(await sheet('?status=cancelled')).toHaveLength(1)
  })

  it('has each field of an order, but those left out by name', async () => {
    const { body } = await admin.get('/orders/')
    const order = body.results.find(({ payments }: AdminOrder) => payments.length > 0) as AdminOrder
    const read = new Set<string>(NOT_IN_SHEETS)
    const seen = new Proxy(order, {
      get: (one, field) => {
        read.add(String(field))
        return Reflect.get(one, field) as unknown
      },
    })
    for (const { cellsOf } of Object.values(SHEETS)) cellsOf(seen)
    const isRead = (field: string) => read.has(field) || read.has(`${field}_display`)
    const given = Object.keys(order).filter((field) => !field.endsWith('_display'))
    expect(given.filter((field) => !isRead(field))).toEqual([])
  })

  it('goes on behind a batch, with each order once', async () => {
    const { db } = shop.shop
    const one = await db.selectFrom('orders').selectAll().orderBy('id').executeTakeFirstOrThrow()
    const { id: _id, ...copy } = one
    await db
      .insertInto('orders')
      .values(Array.from({ length: 1100 }, () => ({ ...copy, status: 'completed' as const })))
      .execute()
    const [, ...orders] = await sheet('?status=completed')
    expect(orders).toHaveLength(1100)
    expect(new Set(orders.map(([number]) => number)).size).toBe(1100)
  })

  it('refuses a sheet that does not exist, and everybody without the right', async () => {
    expect((await admin.get('/orders/csv/?rows=all')).status).toBe(400)
    expect((await (await shop.signIn()).get('/orders/csv/')).status).toBe(403)
    expect((await shop.anonymous.get('/orders/csv/')).status).toBe(401)
  })
})
