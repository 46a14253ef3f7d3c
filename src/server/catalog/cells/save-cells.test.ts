import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { RECIPIENT } from '../../../../test/support/sales/orders.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { CELL_REMOVED, CELLS_STALE } from '../../../contract/catalog/cell-rules.ts'
import { checkShop } from '../../operator/commands/check.ts'

const PATH = '/products/cells/'
type Cells = Partial<Record<'price' | 'discount' | 'stock', { from: number; to: number }>>

describe.each(enginesOf(import.meta.filename))(`POST ${PATH} on %s`, (engine) => {
  let shop: TestShop
  let admin: Client
  let puna: Product
  let zamba: Product

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true, username: 'jardinera' })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    puna = await shop.hasProduct({
      name: 'Puna',
      blisters: [
        { seed_count: 3, price: 18_400, stock: 9, discount: 10 },
        { seed_count: 5, price: 0, stock: 2, discount: 0 },
      ],
    })
    zamba = await shop.hasProduct({
      name: 'Zamba',
      blisters: [{ seed_count: 3, price: 900, stock: 1, discount: 0 }],
    })
  })

  const row = (product: Product, place: number, cells: Cells) => ({
    blister_id: product.blisters[place]?.id ?? 0,
    ...cells,
  })
  const save = (rows: object[], headers = {}) => admin.post(PATH, { rows }, headers)
  const now = async ({ id }: Product) =>
    ((await admin.get(`/products/${id}/`)).body as Product).blisters.map(({ price, discount, stock }) => [
      price,
      discount,
      stock,
    ])
  const swapped = (rows: ReturnType<typeof row>[]) =>
    rows.map(({ blister_id, ...cells }) => ({
      blister_id,
      ...Object.fromEntries(
        Object.entries(cells).map(([name, { from, to }]) => [name, { from: to, to: from }]),
      ),
    }))
  const wrongBooks = async () =>
    (await checkShop(shop.shop.db, shop.shop.files)).filter(({ wrong }) => wrong.length > 0)

  it('changes prices, discounts and stock together, and takes them back', async () => {
    const before = [await now(puna), await now(zamba)]
    const rows = [
      row(puna, 0, { price: { from: 18_400, to: 20_600.5 }, stock: { from: 9, to: 12 } }),
      row(puna, 1, { price: { from: 0, to: 30_000 }, discount: { from: 0, to: 15 } }),
      row(zamba, 0, { stock: { from: 1, to: 0 } }),
    ]
    const { status, body } = await save(rows)
    expect([status, body.changed]).toEqual([201, 3])
    expect(await now(puna)).toEqual([
      [20_600.5, 10, 12],
      [30_000, 15, 2],
    ])
    expect(await now(zamba)).toEqual([[900, 0, 0]])
    const { body: runs } = await admin.get('/price-runs/')
    expect(runs.results[0]).toMatchObject({ id: body.run_id, kind: 'grid', changed: 2, user: 'jardinera' })
    const { body: ledger } = await admin.get(`/stock/${puna.blisters[0]?.id}/movements/`)
    expect(ledger.results[0]).toMatchObject({ change: 3, reason: 'adjustment', user: 'jardinera' })
    const { body: log } = await admin.get(`/activity-logs/?entity=product&entity_id=${puna.id}`)
    expect(log.results[0].changes).toEqual({
      [`blisters.${puna.blisters[0]?.id}.stock`]: { before: 9, after: 12 },
    })
    expect((await admin.get(`/products/${puna.id}/`)).body.version).toBeGreaterThan(puna.version ?? 0)
    expect(await wrongBooks()).toEqual([])

    expect((await save(swapped(rows))).status).toBe(201)
    expect([await now(puna), await now(zamba)]).toEqual(before)
    expect(await wrongBooks()).toEqual([])
  })

  it('refuses everything when a stored value differs from the loaded one, and reports it', async () => {
    const buyer = await shop.signIn()
    const products = [{ product_id: puna.id, blister_id: puna.blisters[0]?.id, quantity: 2 }]
    expect((await buyer.post('/orders/', { ...RECIPIENT, products })).status).toBe(201)
    await save([row(zamba, 0, { price: { from: 900, to: 1_000.5 }, discount: { from: 0, to: 5 } })])
    await admin.put(`/products/${zamba.id}/`, { ...zamba, version: undefined, blisters: [] })
    const before = await now(puna)
    const { status, body } = await save([
      row(puna, 1, { price: { from: 0, to: 7 } }),
      row(puna, 0, {
        price: { from: 18_000, to: 1 },
        discount: { from: 0, to: 50 },
        stock: { from: 9, to: 10 },
      }),
      row(zamba, 0, { price: { from: 1_000.5, to: 2_000 } }),
    ])
    expect([status, body.code, body.error]).toEqual([409, 'STALE', CELLS_STALE])
    const texts = Object.fromEntries(
      Object.entries<string[]>(body.errors).map(([field, [text]]) => [field, text?.replaceAll(/\s/g, ' ')]),
    )
    expect(texts).toEqual({
      'rows.1.price': 'Ahora es $ 18.400',
      'rows.1.discount': 'Ahora es 10 %',
      'rows.1.stock': 'Ahora quedan 7',
      'rows.2.price': CELL_REMOVED,
    })
    expect(await now(puna)).toEqual(before)
  })

  it('changes nothing twice under one key, and has no run when only stock changes', async () => {
    const rows = [row(puna, 0, { stock: { from: 9, to: 8 } })]
    const headers = { 'idempotency-key': `celdas-${engine}` }
    const first = await save(rows, headers)
    expect([first.status, first.body]).toEqual([201, { changed: 1, run_id: null }])
    expect((await save(rows, headers)).body).toEqual(first.body)
    expect(await now(puna)).toContainEqual([18_400, 10, 8])
    const other = await save([row(puna, 0, { stock: { from: 8, to: 7 } })], headers)
    expect(other.status).toBe(422)
  })

  it('refuses invalid cell values and rows', async () => {
    const refused = async (cells: object) => {
      const { status, body } = await save([row(puna, 0, cells)])
      return [status, Object.entries(body.errors ?? {})[0]]
    }
    const price = (to: unknown) => ({ price: { from: 18_400, to } })
    for (const to of ['1e5', '12,5', true, [1]])
      expect(await refused(price(to))).toEqual([400, ['rows.0.price.to', ['El precio debe ser un número']]])
    expect(await refused(price(1.005))).toEqual([
      400,
      ['rows.0.price.to', ['El precio puede tener dos decimales a lo sumo']],
    ])
    expect(await refused(price(-1))).toEqual([400, ['rows.0.price.to', ['El precio no puede ser negativo']]])
    expect((await refused({ discount: { from: 10, to: 101 } }))[0]).toBe(400)
    expect((await refused({ stock: { from: 9, to: 1.5 } }))[0]).toBe(400)
    expect((await refused({ stock: { from: 9, to: 1_000_001 } }))[0]).toBe(400)
    expect((await refused({}))[0]).toBe(400)
    expect((await save([])).status).toBe(400)
    const one = row(puna, 0, { stock: { from: 9, to: 8 } })
    expect((await save([one, one])).status).toBe(400)
    expect((await save(Array.from({ length: 201 }, (_, i) => ({ ...one, blister_id: i + 1 })))).status).toBe(
      400,
    )
    expect((await save([{ ...one, blister_id: 999_999 }])).body.errors).toEqual({
      'rows.0.stock': [CELL_REMOVED],
    })
    expect((await now(puna))[0]).toEqual([18_400, 10, 9])
  })
})

/** PostgreSQL only: the embedded database is one session, without races. */
describe('concurrent saves of cells', () => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop('postgres')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  it('one of six with the same loaded values succeeds, during orders, and the stock adds up', async () => {
    const product = await shop.hasProduct({
      blisters: [3, 5].map((seed_count) => ({ seed_count, price: 1_000, stock: 100, discount: 0 })),
    })
    const ids = product.blisters.map(({ id }) => id)
    const rows = ids.map((blister_id, place) => ({
      blister_id,
      // Only the second one's stock, which nobody buys.
      ...(place === 1 && { stock: { from: 100, to: 50 } }),
      price: { from: 1_000, to: 1_200 },
    }))
    const buyers = await Promise.all(Array.from({ length: 4 }, () => shop.signIn()))
    const products = [{ product_id: product.id, blister_id: ids[0], quantity: 3 }]
    const [saved, bought] = await Promise.all([
      Promise.all(
        Array.from({ length: 6 }, (_, i) => admin.post(PATH, { rows: i % 2 ? rows : rows.toReversed() })),
      ),
      Promise.all(buyers.map((buyer) => buyer.post('/orders/', { ...RECIPIENT, products }))),
    ])
    expect(saved.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ])
    expect(bought.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const { blisters } = (await admin.get(`/products/${product.id}/`)).body as Product
    expect(blisters.map(({ price, stock }) => [price, stock])).toEqual([
      [1_200, 88],
      [1_200, 50],
    ])
    expect((await checkShop(shop.shop.db, shop.shop.files)).filter(({ wrong }) => wrong.length > 0)).toEqual(
      [],
    )
  })
})
