import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { expectStock, onSale, placed } from '../../../../test/support/sales/orders.ts'
import { MAX_STOCK } from '../../../contract/limits.ts'
import type { StockMovement, StockRow } from '../../../contract/catalog/stock.ts'

describe.each(enginesOf(import.meta.filename))('the stock on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const rowOf = async (blister: number): Promise<StockRow | undefined> =>
    (await admin.get('/stock/?page_size=100')).body.results.find(
      ({ blister_id }: StockRow) => blister_id === blister,
    )
  const ledgerOf = async (blister: number, query = ''): Promise<StockMovement[]> =>
    (await admin.get(`/stock/${blister}/movements/${query}`)).body.results
  const adjust = (body: object, headers?: Record<string, string>) =>
    admin.post('/stock/adjustments/', body, headers)

  it('has available, reserved and on-hand units', async () => {
    const item = await onSale(shop)
    const order = await placed(customer, item)
    expect(await rowOf(item.blister_id)).toMatchObject({
      available: 8,
      reserved: 2,
      on_hand: 10,
      value: 8000,
      seed_count: 3,
      shown: true,
    })
    await admin.put(`/orders/${order.id}/delivery/`, { state: 'handed', how: 'in_person' })
    expect(await rowOf(item.blister_id)).toMatchObject({ available: 8, reserved: 0, on_hand: 8 })
    await admin.put(`/orders/${order.id}/delivery/`, { state: 'pending' })
    await admin.patch(`/orders/${order.id}/`, { status: 'cancelled' })
    expect(await rowOf(item.blister_id)).toMatchObject({ available: 10, reserved: 0, on_hand: 10 })
  })

  it('is found by name, type, brand and state, with totals of all pages', async () => {
    const blisters = [
      { seed_count: 3, price: 100, stock: 0, discount: 0 },
      { seed_count: 5, price: 200, stock: 2, discount: 50 },
      { seed_count: 9, price: 300, stock: 7, discount: 0 },
    ]
    const brand = (await admin.post('/brands/', { name: 'Puna Andina', is_national: true })).body.id
    await shop.hasProduct({ name: 'Zamba Única', type: 'auto', brand_id: brand, blisters })
    const found = async (query: string) => (await admin.get(`/stock/?search=zamba unica${query}`)).body
    const seeds = async (query: string) =>
      (await found(query)).results.map(({ seed_count }: StockRow) => seed_count)
    expect(await found('&page_size=2')).toMatchObject({
      count: 3,
      next: expect.stringContaining('page=2'),
      results: [{ seed_count: 3 }, { seed_count: 5 }],
      totals: { available: 9, reserved: 0, on_hand: 9, value: 2300 },
    })
    expect(await seeds('&page_size=2&page=2')).toEqual([9])
    expect(await seeds(' x5')).toEqual([5])
    expect(await found('&page=7')).toMatchObject({ count: 3, results: [], totals: { available: 9 } })
    expect(await seeds('&state=out')).toEqual([3])
    expect(await seeds('&state=low')).toEqual([5])
    const at = async (seedCount: number, low_at: number | null) => {
      const { results } = await found('')
      const { blister_id } = results.find((row: StockRow) => row.seed_count === seedCount)
      return (await admin.put(`/stock/${blister_id}/low/`, { low_at })).body
    }
    expect(await at(9, 7)).toMatchObject({ low_at: 7, low_from: 7, available: 7 })
    expect(await at(5, 1)).toMatchObject({ low_at: 1, low_from: 1 })
    expect(await seeds('&state=low')).toEqual([9])
    await admin.put('/settings/', { low_stock_at: 2 })
    expect(await at(5, null)).toMatchObject({ low_at: null, low_from: 2 })
    expect(await seeds('&state=low')).toEqual([5, 9])
    await admin.put('/settings/', { low_stock_at: 3 })
    expect(await seeds('&state=reserved')).toEqual([])
    expect(await seeds('&type=auto&brand=puna andina')).toEqual([3, 5, 9])
    expect(await seeds('&type=reg')).toEqual([])
    expect(await seeds('&type=Regular')).toEqual([])
    expect(await seeds('&brand=Otra')).toEqual([])
    expect(await seeds('&type=nada&state=nada')).toEqual([3, 5, 9])
  })

  it('has a ledger that says why, with the stock after each row, page by page', async () => {
    const item = await onSale(shop)
    await adjust({ blister_id: item.blister_id, change: 5, reason: 'received', note: ' Cosecha de marzo ' })
    const { id } = await placed(customer, item)
    await adjust({ blister_id: item.blister_id, change: -1, reason: 'sample' })
    const rows = await ledgerOf(item.blister_id)
    expect(rows).toMatchObject([
      { change: -1, balance: 12, reason: 'sample', reason_display: 'Muestra', user: admin.user?.username },
      { change: -2, balance: 13, reason: 'order', order_id: id, user: customer.user?.username },
      { change: 5, balance: 15, reason: 'received', note: 'Cosecha de marzo' },
      { change: 10, balance: 10, reason: 'initial', order_id: null },
    ])
    for (let more = 0; more < 20; more += 1)
      await adjust({ blister_id: item.blister_id, change: 1, reason: 'adjustment' })
    const first = (await admin.get(`/stock/${item.blister_id}/movements/`)).body
    expect([first.results.length, first.results[0].balance]).toEqual([20, 32])
    expect(await ledgerOf(item.blister_id, `?before=${first.before}`)).toEqual(rows)
    expect((await admin.get(`/stock/${item.blister_id}/movements/?before=${rows[0]?.id}`)).body.before).toBe(
      null,
    )
    expect((await admin.get('/stock/999999/movements/')).status).toBe(404)
  })

  it('names a customer and values the units only for roles that read customers and orders', async () => {
    const [stock, read] = [await shop.signIn({ role: 'stock' }), await shop.signIn({ role: 'read' })]
    const item = await onSale(shop)
    await placed(customer, item)
    const { blister_id } = item
    const seen = async (client: Client) => {
      const { value } = (await client.get(`/stock/${blister_id}/`)).body
      const { totals, results } = (await client.get('/stock/?page_size=100')).body
      const row = results.find((each: StockRow) => each.blister_id === blister_id)
      const ledger = (await client.get(`/stock/${blister_id}/movements/`)).body.results
      return [value, row.value, totals.value > 0, ledger.map(({ user }: StockMovement) => user).slice(0, -1)]
    }
    const name = customer.user?.username
    expect(await seen(read)).toEqual([8000, 8000, true, [name]])
    expect(await seen(stock)).toEqual([undefined, undefined, false, ['Cliente']])
    const adjustment = { blister_id, change: 1, reason: 'received' }
    expect((await stock.post('/stock/adjustments/', adjustment)).body).not.toHaveProperty('value')
    expect((await seen(stock))[3]).toEqual([stock.user?.username, 'Cliente'])
    expect((await stock.get('/stock/999999/')).status).toBe(404)
  })

  it('is adjusted once for a key, logged, and a repetition gets the current stock', async () => {
    const item = await onSale(shop)
    const body = { blister_id: item.blister_id, change: -3, reason: 'lost', note: 'Humedad' }
    const twice = [1, 2].map(() => adjust(body, { 'idempotency-key': `loss-${item.blister_id}` }))
    for (const { status, body: row } of await Promise.all(twice))
      expect([status, row.available]).toEqual([201, 7])
    await expectStock(shop, item, 7)
    const [entry] = (await admin.get(`/activity-logs/?entity=product&entity_id=${item.product_id}`)).body
      .results
    expect(entry).toMatchObject({
      description: expect.stringMatching(/^Stock ajustado: .* \(Pérdida\)$/),
      changes: { [`blisters.${item.blister_id}.stock`]: { before: 10, after: 7 } },
    })
    expect(JSON.stringify(entry)).not.toContain('Humedad')
  })

  it('refuses impossible changes, and changes nothing', async () => {
    const item = await onSale(shop)
    const { blister_id } = item
    const refused = async (body: object) => {
      const { status, body: answer } = await adjust({ blister_id, change: 1, reason: 'received', ...body })
      return [status, answer.errors ?? answer.error]
    }
    expect(await refused({ change: 0 })).toEqual([400, { change: ['La cantidad no puede ser 0'] }])
    expect(await refused({ change: 1.5 })).toEqual([
      400,
      { change: ['La cantidad debe ser un número entero'] },
    ])
    for (const change of ['1e5', 'abc', '', ' 3', null])
      expect(await refused({ change })).toEqual([400, { change: ['La cantidad debe ser un número entero'] }])
    expect(await refused({ change: undefined })).toEqual([400, { change: ['La cantidad es requerida'] }])
    expect(await refused({ change: MAX_STOCK + 1 })).toEqual([
      400,
      { change: ['La cantidad no puede superar 1.000.000'] },
    ])
    expect(await refused({ change: MAX_STOCK })).toEqual([409, 'El stock no puede superar 1.000.000'])
    expect(await refused({ reason: 'order' })).toEqual([400, { reason: ['El motivo es requerido'] }])
    expect(await refused({ change: 2, reason: 'lost' })).toEqual([
      400,
      { change: ['Pérdida: las unidades se restan'] },
    ])
    expect(await refused({ change: -2 })).toEqual([
      400,
      { change: ['Ingreso de cosecha: las unidades se suman'] },
    ])
    expect(await refused({ note: 'x'.repeat(201) })).toMatchObject([400, { note: [expect.any(String)] }])
    expect(await refused({ change: -11, reason: 'damaged' })).toEqual([
      409,
      'Quedan 10 disponibles: no se pueden sacar 11',
    ])
    expect((await refused({ change: MAX_STOCK }))[0]).toBe(409)
    expect((await refused({ blister_id: 999_999 }))[0]).toBe(404)
    await expectStock(shop, item, 10)
    await admin.delete(`/products/${item.product_id}/`)
    expect((await refused({}))[0]).toBe(404)
    expect(await ledgerOf(blister_id)).toMatchObject([{ change: -10, balance: 0 }, { change: 10 }])
  })

  it('sells or adjusts away the last units, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const item = await onSale(shop, 2)
      const [loss, order] = await Promise.all([
        adjust({ blister_id: item.blister_id, change: -2, reason: 'lost' }),
        customer.post('/orders/', {
          recipient_name: 'Ana Suárez',
          customer_phone: '1123456789',
          delivery_type: 'coordinate',
          products: [item],
        }),
      ])
      expect(new Set([loss.status, order.status])).toEqual(new Set([201, 409]))
      await expectStock(shop, item, 0)
    }
  })
})
