import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Client,
  type EngineName,
  enginesOf,
  openShop,
  type TestShop,
} from '../../../../test/support/open-shop.ts'
import { expectStock, onSale, placed } from '../../../../test/support/sales/orders.ts'
import { MAX_STOCK } from '../../../contract/limits.ts'
import type { CountLine, StockCount } from '../../../contract/catalog/stock-counts.ts'

let shop: TestShop
let admin: Client
let customer: Client
let id = 0

function openFor(engine: EngineName): void {
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    const [newest] = (await admin.get('/stock/counts/')).body.results
    if (newest?.state === 'open') await admin.delete(`/stock/counts/${newest.id}/`)
    id = (await admin.post('/stock/counts/', {})).body.id
  })
}

const write = (blister: number, counted: unknown, count = id) =>
  admin.put(`/stock/counts/${count}/lines/${blister}/`, { counted })
const apply = (count = id) => admin.post(`/stock/counts/${count}/apply/`, {})
const lineOf = async (blister: number): Promise<CountLine> =>
  (await admin.get(`/stock/counts/${id}/lines/?page_size=100`)).body.results.find(
    ({ blister_id }: CountLine) => blister_id === blister,
  )

describe.each(enginesOf(import.meta.filename))('stock counts on %s', (engine) => {
  openFor(engine)

  it('expect all units on the shelf, including those of orders not handed over', async () => {
    const item = await onSale(shop)
    await placed(customer, item)
    expect(await lineOf(item.blister_id)).toMatchObject({ counted: null, expected: null, difference: null })
    expect((await write(item.blister_id, 9)).body).toMatchObject({
      counted: 9,
      expected: 10,
      difference: -1,
      counted_by: admin.user?.username,
      counted_at: expect.any(String),
    })
    const { body } = await apply()
    expect(body).toMatchObject({
      stock_count: { state: 'applied', lines: 1, differing: 1, more: 0, fewer: 1 },
      refused: [],
    })
    await expectStock(shop, item, 7)
    const [newest] = (await admin.get(`/stock/${item.blister_id}/movements/`)).body.results
    expect(newest).toMatchObject({ change: -1, reason: 'count', reason_display: 'Recuento', count_id: id })
    expect(await lineOf(item.blister_id)).toMatchObject({ applied: -1 })
  })

  it('keep sales between counting and applying', async () => {
    const item = await onSale(shop)
    await write(item.blister_id, 12)
    await placed(customer, item)
    expect((await apply()).body.refused).toEqual([])
    await expectStock(shop, item, 10)
  })

  it('refuse only the line that would take units out of orders', async () => {
    const [short, fine, same] = [await onSale(shop, 3), await onSale(shop, 3), await onSale(shop, 3)]
    await write(short.blister_id, 0)
    await write(fine.blister_id, 5)
    await write(same.blister_id, 3)
    await placed(customer, short)
    const { refused } = (await apply()).body
    expect(refused).toMatchObject([{ blister_id: short.blister_id, text: 'Faltan 2 que están reservadas' }])
    await expectStock(shop, short, 1)
    await expectStock(shop, fine, 5)
    const applied = [short, fine, same].map(async ({ blister_id }) => (await lineOf(blister_id)).applied)
    expect(await Promise.all(applied)).toEqual([null, 2, 0])
  })

  it('refuse a line past the maximum, and one of a removed presentation', async () => {
    const [full, gone] = [await onSale(shop), await onSale(shop)]
    await write(full.blister_id, MAX_STOCK)
    await admin.post('/stock/adjustments/', { blister_id: full.blister_id, change: 1, reason: 'received' })
    await write(gone.blister_id, 4)
    await admin.delete(`/products/${gone.product_id}/`)
    expect((await apply()).body.refused.map(({ text }: { text: string }) => text)).toEqual([
      'El stock no puede superar 1.000.000',
      'La presentación se eliminó',
    ])
    await expectStock(shop, full, 11)
  })

  it('can be overwritten and discarded, one count at a time', async () => {
    const item = await onSale(shop)
    await write(item.blister_id, 3)
    expect((await write(item.blister_id, 10)).body.difference).toBe(0)
    expect((await write(item.blister_id, null)).body).toMatchObject({ counted: null, counted_by: null })
    const second = await admin.post('/stock/counts/', {})
    expect([second.status, second.body.error]).toEqual([409, 'Hay un recuento abierto'])
    expect((await admin.delete(`/stock/counts/${id}/`)).status).toBe(204)
    for (const closed of [
      await write(item.blister_id, 1),
      await apply(),
      await admin.delete(`/stock/counts/${id}/`),
    ])
      expect([closed.status, closed.body.error]).toEqual([409, 'El recuento ya está cerrado'])
    await expectStock(shop, item, 10)
    const key = { 'idempotency-key': `count-${id}` }
    const twice = await Promise.all([1, 2].map(() => admin.post('/stock/counts/', { note: 'Marzo' }, key)))
    expect(new Set(twice.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    const counts: StockCount[] = (await admin.get('/stock/counts/')).body.results
    expect(counts.slice(0, 2)).toMatchObject([
      { state: 'open', note: 'Marzo', user: admin.user?.username, closed_at: null },
      { id, state: 'discarded', closed_by: admin.user?.username },
    ])
  })

  it('are filtered by counted, missing or differing lines', async () => {
    const product = await shop.hasProduct({
      name: 'Vidala',
      blisters: [3, 5, 9].map((seed_count) => ({ seed_count, price: 100, stock: 4, discount: 0 })),
    })
    const [three, five] = product.blisters.map(({ id: blister }) => blister)
    await write(three ?? 0, 4)
    await write(five ?? 0, 6)
    const seeds = async (query: string) => {
      const { body } = await admin.get(`/stock/counts/${id}/lines/?search=vidala${query}`)
      expect(body.count).toBe(body.results.length)
      return body.results.map(({ seed_count }: CountLine) => seed_count)
    }
    expect(await seeds('')).toEqual([3, 5, 9])
    expect(await seeds('&view=nada')).toEqual([3, 5, 9])
    expect(await seeds('&view=counted')).toEqual([3, 5])
    expect(await seeds('&view=differing')).toEqual([5])
    expect(await seeds('&view=missing')).toEqual([9])
    const page = (await admin.get(`/stock/counts/${id}/lines/?search=vidala&page_size=2&page=2`)).body
    expect(page).toMatchObject({
      count: 3,
      next: null,
      results: [{ seed_count: 9 }],
      stock_count: { lines: 2 },
    })
  })

  it('400 for an invalid count, 404 for an unknown one', async () => {
    const { blister_id } = await onSale(shop)
    const text = async (counted: unknown) => (await write(blister_id, counted)).body.errors?.counted
    for (const wrong of [1.5, '1e5', '5', undefined])
      expect(await text(wrong)).toEqual(['La cantidad debe ser un número entero'])
    expect(await text(-1)).toEqual(['La cantidad no puede ser negativa'])
    expect(await text(MAX_STOCK + 1)).toEqual(['La cantidad no puede superar 1.000.000'])
    expect((await write(blister_id, MAX_STOCK)).status).toBe(200)
    expect((await write(999_999, 1)).status).toBe(404)
    expect((await write(blister_id, 1, 999_999)).status).toBe(404)
    expect((await apply(999_999)).status).toBe(404)
    expect((await admin.get('/stock/counts/999999/lines/')).status).toBe(404)
    expect((await admin.post('/stock/counts/', { note: 'x'.repeat(201) })).status).toBe(400)
  })
})

describe('concurrent stock counts on postgres', () => {
  openFor('postgres')

  it('are applied once', async () => {
    const item = await onSale(shop)
    await write(item.blister_id, 13)
    const answers = await Promise.all([apply(), apply(), apply(), admin.delete(`/stock/counts/${id}/`)])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    await expectStock(shop, item, answers[3]?.status === 204 ? 10 : 13)
  })

  it('lose no sale, and count no sold unit twice', async () => {
    for (let round = 0; round < 5; round += 1) {
      const items = await Promise.all(Array.from({ length: 4 }, () => onSale(shop, 20)))
      const buyers = await Promise.all(items.map(() => shop.signIn()))
      const [count] = (await admin.get('/stock/counts/')).body.results
      id = count.state === 'open' ? count.id : (await admin.post('/stock/counts/', {})).body.id
      // Nothing leaves the shelf, so each count finds the same units.
      await Promise.all([
        ...buyers.map(async (buyer, index) => {
          for (let more = 0; more < 3; more += 1) await placed(buyer, items[index] ?? items[0]!)
        }),
        ...items.map(({ blister_id }) => write(blister_id, 20)),
      ])
      expect((await apply()).body.stock_count).toMatchObject({ differing: 0 })
      for (const item of items) await expectStock(shop, item, 14)
    }
  })
})
