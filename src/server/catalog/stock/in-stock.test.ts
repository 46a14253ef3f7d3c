import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Client,
  type EngineName,
  enginesOf,
  openShop,
  type TestShop,
} from '../../../../test/support/open-shop.ts'
import {
  BLISTER,
  type SavedProduct,
  savedProduct,
  takeUnits,
} from '../../../../test/support/sales/products.ts'
import { inTransaction } from '../../db/transaction.ts'
import { returnStock, takeStock } from '../catalog.ts'

let shop: TestShop
let admin: Client

function openFor(engine: EngineName): void {
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())
}

const has = (name: string, stocks: number[]) =>
  savedProduct(shop, admin, {
    name,
    blisters: stocks.map((stock, i) => ({ ...BLISTER, seed_count: 3 + i, stock })),
  })

async function firstId(): Promise<number | undefined> {
  const { results } = (await shop.anonymous.get('/products/?page=1&page_size=1')).body
  return (results as SavedProduct[])[0]?.id
}

const cause = () => ({ orderId: 1, userId: null, at: shop.clock.now() })

function bringBack({ blisters }: SavedProduct, quantity: number): Promise<void> {
  const lines = [{ blister_id: blisters[0]?.id ?? 0, quantity }]
  return inTransaction(shop.database, (tx) => returnStock(tx, { lines, reason: 'cancelled', ...cause() }))
}

describe.each(enginesOf(import.meta.filename))('products in stock come first, on %s', (engine) => {
  openFor(engine)

  it('after sales and returns', async () => {
    const old = await has('Vieja', [5])
    const fresh = await has('Nueva', [2])
    expect(await firstId()).toBe(fresh.id)
    await takeUnits(shop, fresh, 1)
    expect(await firstId()).toBe(fresh.id)
    await takeUnits(shop, fresh, 1)
    expect(await firstId()).toBe(old.id)
    await bringBack(fresh, 1)
    expect(await firstId()).toBe(fresh.id)
  })

  it('after presentations are removed, added and filled', async () => {
    const old = await has('Otra vieja', [5])
    const fresh = await has('Otra nueva', [2])
    const address = `/products/${fresh.id}/`
    const read = (await admin.get(address)).body
    const saved = await admin.put(address, { ...read, blisters: [{ ...BLISTER, seed_count: 10, stock: 0 }] })
    expect([saved.status, await firstId()]).toEqual([200, old.id])
    const [empty] = saved.body.blisters
    await admin.put(address, { ...saved.body, blisters: [{ ...empty, stock: 4, stock_loaded: 0 }] })
    expect(await firstId()).toBe(fresh.id)
  })
})

describe('products in stock come first, on postgres', () => {
  openFor('postgres')
  beforeAll(async () => {
    await has('Siempre', [100])
  })

  it('after concurrent sales of the last units of two presentations', async () => {
    for (let round = 0; round < 10; round += 1) {
      const product = await has(`Última ${round}`, [1, 1])
      const sales = product.blisters.map(({ id }) => {
        const lines = [{ product_id: product.id, blister_id: id, quantity: 1 }]
        return inTransaction(shop.database, (tx) => takeStock(tx, { lines, reason: 'order', ...cause() }))
      })
      await Promise.all(sales)
      expect(await firstId()).not.toBe(product.id)
    }
  })

  it('after concurrent sales and saves of one product', async () => {
    const product = await has('Disputada', [40])
    const read = (await admin.get(`/products/${product.id}/`)).body
    const save = () =>
      admin.put(`/products/${product.id}/`, { ...read, version: undefined, blisters: undefined })
    const work = Array.from({ length: 12 }, async (_, i) => {
      if (i % 3 === 0) expect((await save()).status).toBe(200)
      else await takeUnits(shop, product, 5)
    })
    await Promise.all(work)
    expect(await firstId()).not.toBe(product.id)
  })
})

describe.each(enginesOf(import.meta.filename))('the trigger of in_stock on %s', (engine) => {
  openFor(engine)

  it('has a plan for one changed row and for thousands, as a session keeps the first', async () => {
    const { rows } = await sql`select proconfig from pg_proc where proname = 'note_stock'`.execute(
      shop.shop.db,
    )
    expect(rows).toEqual([{ proconfig: ['enable_nestloop=off'] }])
  })
})
