import { array, constantFrom, record, sample } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '../src/contract/catalog/catalog.ts'
import { formatPesos, PRICE_RANGES } from '../src/contract/money.ts'
import { takeStock } from '../src/server/catalog/catalog.ts'
import { inTransaction } from '../src/server/db/transaction.ts'
import { checkShop } from '../src/server/operator/commands/check.ts'
import { cardPrice } from '../src/web/storefront/product-card/card-price.ts'
import { type Client, enginesOf, openShop, type TestShop } from './support/open-shop.ts'
import { pricesIn } from './support/sales/prices.ts'

const PRODUCTS = 24

/** A few prices and stocks, so that ties, sold-out and unpriced presentations are common. */
const presentation = record({
  price: constantFrom(0, 4_000, 5_000, 9_999.99, 12_000, 31_000, 60_000),
  discount: constantFrom(0, 0, 12.5, 50, 100),
  stock: constantFrom(0, 1, 1, 7),
})
const world = array(array(presentation, { minLength: 1, maxLength: 4 }), {
  minLength: PRODUCTS,
  maxLength: PRODUCTS,
})

/** The lowest price that its card shows; null without one. */
function shownPrice({ blisters }: Product): number | null {
  const shown = cardPrice(blisters)
  return shown.kind === 'priced' ? (shown.cheaper ?? shown.own).final_price : null
}

describe.each(enginesOf(import.meta.filename))('prices of cards on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
    const [products = []] = sample(world, { numRuns: 1, seed: 34 })
    for (const blisters of products)
      await shop.hasProduct({ blisters: blisters.map((each, index) => ({ ...each, seed_count: index + 1 })) })
  })
  afterAll(() => shop.close())

  const list = async (query: string): Promise<Product[]> =>
    (await customer.get(`/products/?page=1&page_size=100&${query}`)).body.results

  /** Lists by price agree with what the cards of the same answer show, and so do their counts. */
  async function expectAgreement() {
    const all = await list('ordering=name')
    expect(all).toHaveLength(PRODUCTS)
    const shown = all.map(shownPrice)
    const priced = shown.filter((price) => price !== null)
    const rising = priced.toSorted((a, b) => a - b)
    const cheapest = (await list('ordering=min_price')).map(shownPrice)
    expect(cheapest.map((price) => price && formatPesos(price))).toEqual(
      [...rising, ...shown.filter((price) => price === null)].map((price) => price && formatPesos(price)),
    )
    const dearest = (await list('ordering=-min_price')).map(shownPrice)
    expect(dearest.filter((price) => price !== null)).toEqual(rising.toReversed())
    for (const { value, from, below } of PRICE_RANGES) {
      const inRange = rising.filter((price) => price >= from && price < below)
      const { results, count } = (
        await customer.get(`/products/?page=1&page_size=100&priceRange=${value}&ordering=min_price`)
      ).body
      expect(results.map(shownPrice), value).toEqual(inRange)
      expect(count, value).toBe(inRange.length)
    }
    const checks = await checkShop(shop.shop.db, shop.shop.files)
    expect(checks.filter(({ what }) => what.startsWith('Precio')).flatMap(({ wrong }) => wrong)).toEqual([])
  }

  it('are those that lists filter and order by', expectAgreement)

  it('also after sales of the last units', async () => {
    const lines = (await list('ordering=name')).flatMap(({ id, blisters }) =>
      blisters
        .filter(({ stock }) => stock === 1)
        .slice(0, 1)
        .map((blister) => ({ product_id: id, blister_id: blister.id, quantity: 1 })),
    )
    for (const line of lines)
      await inTransaction(shop.database, (tx) =>
        takeStock(tx, {
          lines: [line],
          reason: 'order',
          orderId: 1,
          userId: null,
          at: shop.clock.now(),
        }),
      )
    await expectAgreement()
  })

  it('also after a change of many prices and after saves', async () => {
    const rule = { kind: 'discount', discount: 20 }
    await pricesIn(() => ({ shop, admin, ids: [] })).run(rule, { types: ['fem'] })
    await expectAgreement()
    for (const product of (await list('ordering=name')).slice(0, 8)) {
      const address = `/products/${product.id}/`
      const read = (await admin.get(address)).body
      const [first, ...others] = read.blisters
      const kept = others.length > 0 ? others : [{ ...first, stock: 3, stock_loaded: first.stock }]
      expect((await admin.put(address, { ...read, blisters: kept })).status).toBe(200)
    }
    await expectAgreement()
  })
})
