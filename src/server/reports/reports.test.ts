import { sql } from 'kysely'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPORT_KINDS } from '../../contract/reports/report-rules.ts'
import type { Report } from '../../contract/reports/reports.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { insertPhoto } from '../../../test/support/pictures/photos.ts'
import { claimOf } from '../../../test/support/sales/goods.ts'
import { type Item, onSale, placed } from '../../../test/support/sales/orders.ts'
import { getReport } from './reports.ts'

describe.each(enginesOf(import.meta.filename))('GET /reports/{kind}/, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let ana: Client
  let item: Item
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2024-01-01T15:00:00Z')
    admin = await shop.signIn({ admin: true })
    ana = await shop.signIn({ first_name: 'Ana', last_name: 'Paz' })
    item = await onSale(shop, 500)
  })
  afterAll(() => shop.close())

  const report = async (kind: string, from: string, to: string, more = ''): Promise<Report> => {
    const reply = await admin.get(`/reports/${kind}/?from=${from}&to=${to}${more}`)
    if (reply.status !== 200) throw new Error(reply.text)
    return reply.body as Report
  }
  /** The rows that are not empty, by key. */
  const sold = ({ rows }: Report) =>
    Object.fromEntries(rows.filter(({ orders = 0 }) => orders > 0).map(({ key, orders }) => [key, orders]))
  const orderAt = async (moment: string, who = ana) => {
    shop.clock.set(moment)
    return placed(who, item)
  }

  it('counts an order on its day in Buenos Aires, the minute before midnight and the minute after', async () => {
    await orderAt('2026-02-01T23:59:00-03:00')
    await orderAt('2026-02-02T00:01:00-03:00')
    const february = await report('sales', '2026-02-01', '2026-02-28')
    expect(sold(february)).toEqual({ '2026-02-01': 1, '2026-02-02': 1 })
    expect(february.rows).toHaveLength(28)
    expect(february.totals).toEqual({ orders: 2, units: 4, total: 4_000, discount: 0 })
    expect(sold(await report('sales', '2026-02-02', '2026-02-28'))).toEqual({ '2026-02-02': 1 })
    expect((await report('sales', '2026-02-01', '2026-02-01')).totals.orders).toBe(1)
  })

  it('adds days up to weeks across years, week 53 among them, and to months, with a leap day', async () => {
    await orderAt('2026-12-31T12:00:00-03:00')
    await orderAt('2027-01-03T23:59:00-03:00')
    await orderAt('2027-01-04T00:01:00-03:00')
    const weeks = await report('sales', '2026-12-29', '2027-01-05', '&group=week')
    expect(weeks.rows.map(({ key, label, orders }) => [key, label, orders])).toEqual([
      ['2026-W53', '29/12/2026 a 03/01/2027', 2],
      ['2027-W01', '04/01/2027 a 05/01/2027', 1],
    ])
    const months = await report('sales', '2026-12-29', '2027-01-05', '&group=month')
    expect(sold(months)).toEqual({ '2026-12': 1, '2027-01': 2 })
    expect(months.rows[0]?.label).toBe('diciembre de 2026')
    await orderAt('2024-02-29T21:01:00-03:00')
    expect(sold(await report('sales', '2024-02-28', '2024-03-01'))).toEqual({ '2024-02-29': 1 })
    expect((await report('sales', '2023-01-01', '2024-12-31')).rows).toHaveLength(731)
  })

  it('loses a cancelled order and a replacement everywhere', async () => {
    const order = await orderAt('2026-03-10T12:00:00-03:00')
    await placed(ana, item)
    const replacement = await placed(ana, item)
    await shop.shop.db.updateTable('orders').set({ claim_id: 1 }).where('id', '=', replacement.id).execute()
    await admin.put(`/orders/${order.id}/`, { status: 'cancelled' })
    for (const kind of ['sales', 'products', 'brands', 'customers'])
      expect((await report(kind, '2026-03-01', '2026-03-31')).totals, kind).toEqual({
        orders: 1,
        units: 2,
        total: 2_000,
        discount: 0,
      })
  })

  it('names products by their latest name, removed ones too, and counts an order once for each', async () => {
    shop.clock.set('2026-04-05T12:00:00-03:00')
    const product = await shop.hasProduct({
      name: 'Vieja',
      blisters: [3, 5].map((seed_count) => ({ seed_count, price: 1_000, stock: 9, discount: 0 })),
    })
    const lines = product.blisters.map(({ id }) => ({ product_id: product.id, blister_id: id, quantity: 1 }))
    await placed(ana, ...lines)
    await admin.put(`/products/${product.id}/`, { ...product, name: 'Nueva' })
    await placed(ana, ...lines.slice(0, 1), item)
    await admin.delete(`/products/${product.id}/`)
    const { rows, totals } = await report('products', '2026-04-01', '2026-04-30')
    expect(rows).toContainEqual({
      key: String(product.id),
      label: 'Nueva',
      orders: 2,
      units: 3,
      total: 3_000,
      discount: 0,
    })
    expect(totals).toMatchObject({ orders: 2, units: 5, total: 5_000 })
  })

  it('counts the difference to the list price as discount, also after a manual price change', async () => {
    shop.clock.set('2026-05-05T12:00:00-03:00')
    const product = await shop.hasProduct({
      blisters: [{ seed_count: 3, price: 1_000, stock: 9, discount: 15 }],
    })
    const line = { product_id: product.id, blister_id: product.blisters[0]?.id ?? 0, quantity: 2 }
    const order = await placed(ana, line)
    const may = () => report('sales', '2026-05-01', '2026-05-31')
    expect((await may()).totals).toMatchObject({ total: 1_700, discount: 300 })
    const { version, order_products } = (await admin.get(`/orders/${order.id}/`)).body
    const price = { price_at_time: 1_200, reason: 'x', version }
    await admin.put(`/orders/${order.id}/lines/${order_products[0].id}/price/`, price)
    expect((await may()).totals).toMatchObject({ total: 2_400, discount: 0 })
    expect((await may()).since).toBe('2026-02-01')
  })

  it('counts payments less refunds on their day, without voided ones', async () => {
    const order = await orderAt('2026-06-20T12:00:00-03:00')
    const pay = (body: object) => admin.post(`/orders/${order.id}/payments/`, { method: 'cash', ...body })
    await pay({ amount: 1_500.5, paid_on: '2026-06-01' })
    await pay({ amount: 500, paid_on: '2026-06-02', kind: 'refund' })
    const { payments } = (await pay({ amount: 77, paid_on: '2026-06-03' })).body
    await admin.post(`/orders/${order.id}/payments/${payments.at(-1).id}/void/`, { reason: 'x' })
    const june = await report('sales', '2026-06-01', '2026-06-30', '&basis=collected')
    expect(june.totals).toEqual({ total: 1_000.5, payments: 2, paid: 1_500.5, refunded: 500 })
    expect(june.since).toBe('2026-06-01')
    expect(june.rows.slice(0, 3).map(({ total }) => total)).toEqual([1_500.5, -500, 0])
    // The order is cancelled, the money is still there.
    await admin.put(`/orders/${order.id}/`, { status: 'cancelled' })
    const customers = await report('customers', '2026-06-01', '2026-06-30', '&basis=collected')
    expect(customers.rows).toEqual([
      {
        key: String(ana.user?.id),
        label: 'Ana Paz',
        total: 1_000.5,
        payments: 2,
        paid: 1_500.5,
        refunded: 500,
      },
    ])
    const sheet = await admin.get('/reports/sales/csv/?from=2026-06-01&to=2026-06-02&basis=collected')
    expect(sheet.text).toBe(
      '\uFEFFPeríodo;Total;Pagos;Cobrado;Devuelto\r\n01/06/2026;1500,50;1;1500,50;0,00\r\n02/06/2026;-500,00;1;0,00;500,00\r\n',
    )
  })

  it('distinguishes orders of guests from those of removed accounts', async () => {
    shop.clock.set('2026-07-05T12:00:00-03:00')
    const beto = await shop.signIn()
    await placed(beto, item)
    const guest = { guest: { name: 'Feria' }, channel: 'fair', lines: [item] }
    expect((await admin.post('/orders/manual/', guest)).status).toBe(201)
    await placed(ana, { ...item, quantity: 5 })
    await (await shop.signIn({ admin: true })).delete(`/users/${beto.user?.id}/`)
    const { rows } = await report('customers', '2026-07-01', '2026-07-31')
    // Removing an account cancels its pending orders.
    expect(rows.map(({ key, label, units }) => [key, label, units])).toEqual([
      [String(ana.user?.id), 'Ana Paz', 5],
      ['guest', 'Sin cuenta', 2],
    ])
    const done = await placed(await shop.signIn(), item)
    await admin.put(`/orders/${done.id}/`, { status: 'completed' })
    await (await shop.signIn({ admin: true })).delete(`/users/${done.customer_id}/`)
    const later = await report('customers', '2026-07-01', '2026-07-31')
    expect(later.rows.map(({ label }) => label)).toContain('Usuario eliminado')
  })

  it('counts claims by product and state, and writes names in a sheet as texts', async () => {
    shop.clock.set('2026-08-05T12:00:00-03:00')
    const file = async (product_name: string) =>
      (
        await ana.post(
          '/warranty-claims/',
          claimOf({ product_name, photo1: await insertPhoto(shop.shop.db) }),
        )
      ).body
    const first = await file('=HYPERLINK("x")')
    await file('=HYPERLINK("x")')
    await file('Puna')
    await admin.patch(`/warranty-claims/${first.id}/`, { status: 'reviewing', version: first.version })
    const august = await report('claims', '2026-08-01', '2026-08-31')
    expect(august.rows[0]).toMatchObject({ label: '=HYPERLINK("x")', claims: 2, open: 2, accepted: 0 })
    expect(august.totals).toEqual({ claims: 3, open: 3, accepted: 0, rejected: 0 })
    const { text, headers } = await admin.get('/reports/claims/csv/?from=2026-08-01&to=2026-08-31')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toContain('reporte.csv')
    const [, row] = Papa.parse<string[]>(text.slice(1), { delimiter: ';' }).data
    expect(row?.[0]).toBe(`'=HYPERLINK("x")`)
  })

  it('does not count a claim under the product whose number is typed as its name', async () => {
    shop.clock.set('2026-10-05T12:00:00-03:00')
    const item = await onSale(shop)
    const { id } = await placed(ana, item)
    await admin.put(`/orders/${id}/`, { status: 'completed' })
    const { product_id } = item
    const own = { purchase_type: 'with-order', order_id: id, product_id }
    for (const of of [own, { product_name: String(product_id) }]) {
      const photo1 = await insertPhoto(shop.shop.db, 'warranty', shop.clock.now())
      const claim = { ...claimOf({ germination_date: '2026-10-05', photo1 }), ...of }
      expect((await ana.post('/warranty-claims/', claim)).status).toBe(201)
    }
    const { rows } = await report('claims', '2026-10-01', '2026-10-31')
    expect(rows.map(({ claims }) => claims)).toEqual([1, 1])
  })

  it('counts claims by the lot that the shop noted', async () => {
    shop.clock.set('2026-09-05T12:00:00-03:00')
    const product = await shop.hasProduct({ name: 'Yunga' })
    const made = (await admin.post('/lots/', { product_id: product.id, code: 'A-1' })).body
    for (const lot_id of [made.id, made.id, null]) {
      const photo1 = await insertPhoto(shop.shop.db)
      const { id, version } = (await ana.post('/warranty-claims/', claimOf({ photo1 }))).body
      const noted = { lot_id, version }
      if (lot_id !== null)
        expect((await admin.patch(`/warranty-claims/${id}/`, noted)).body).toMatchObject({ lot_id })
    }
    const { rows, totals } = await report('lots', '2026-09-01', '2026-09-30')
    expect(rows.map(({ key, label, claims }) => [key, label, claims])).toEqual([
      [String(made.id), 'Yunga, lote A-1', 2],
      ['none', 'Sin lote', 1],
    ])
    expect(totals).toEqual({ claims: 3, open: 3, accepted: 0, rejected: 0 })
  })

  it('has periods without sales, and the day since when searches are counted', async () => {
    const empty = await report('sales', '2020-01-01', '2020-01-03')
    expect(empty.rows.map(({ total }) => total)).toEqual([0, 0, 0])
    expect((await report('products', '2020-01-01', '2020-01-03')).totals).toEqual({
      orders: 0,
      units: 0,
      total: 0,
      discount: 0,
    })
    expect(await report('searches', '2020-01-01', '2020-01-03')).toMatchObject({ rows: [], since: null })
  })

  it('is planned for its days: a kept plan expects a few orders', async () => {
    await shop.shop.db.connection().execute(async (db) => {
      for (const kind of REPORT_KINDS)
        await getReport({
          shop: { ...shop.shop, db },
          params: { kind },
          query: {
            from: '2026-01-01',
            to: '2026-12-31',
            group: 'day',
            basis: 'ordered',
          },
        })
      const counting = 'count.distinct order_id|search_terms where day|warranty_claims where created_at'
      const { rows } = await sql`select from pg_prepared_statements where statement ~ ${counting}`.execute(db)
      expect(rows).toEqual([])
    })
  })

  it('is refused for invalid periods, payments by product, and roles without the right', async () => {
    const refused = async (path: string) => {
      const { status, body } = await admin.get(`/reports/${path}`)
      return status === 400 ? body.errors : status
    }
    expect(await refused('sales/?from=2026-02-02&to=2026-02-01')).toEqual({
      from: ['La fecha inicial es posterior a la final'],
    })
    expect(await refused('sales/?from=2025-01-01&to=2027-01-02')).toEqual({
      to: ['El período no puede superar 2 años'],
    })
    expect(await refused('sales/?from=2026-02-30&to=2026-03-01')).toEqual({ from: ['Fecha inválida'] })
    expect(await refused('sales/?from=0000-02-01&to=0000-03-01')).toEqual({
      from: ['Fecha inválida'],
      to: ['Fecha inválida'],
    })
    // The day after it has five digits in its year.
    expect(await refused('sales/?from=9999-12-01&to=9999-12-31')).toEqual({
      to: ['La fecha es demasiado lejana'],
    })
    expect(Object.keys(await refused('sales/?from=2026-02-01'))).toEqual(['to'])
    expect(Object.keys(await refused('sales/?from=2026-02-01&to=2026-02-02&group=hour'))).toEqual(['group'])
    for (const kind of ['products', 'brands', 'claims', 'lots', 'searches'])
      expect(Object.keys(await refused(`${kind}/?from=2026-02-01&to=2026-02-02&basis=collected`))).toEqual([
        'basis',
      ])
    expect(await refused('margins/?from=2026-02-01&to=2026-02-02')).toBe(404)
    const reader = await shop.signIn({ role: 'read' })
    expect((await reader.get('/reports/sales/?from=2026-02-01&to=2026-02-02')).status).toBe(200)
    for (const role of ['sales', 'stock'] as const) {
      const other = await shop.signIn({ role })
      expect((await other.get('/reports/sales/?from=2026-02-01&to=2026-02-02')).status, role).toBe(403)
    }
  })
})
