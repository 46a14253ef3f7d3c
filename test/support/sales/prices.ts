import { expect } from 'vitest'
import type { Product } from '../../../src/contract/catalog/catalog.ts'
import { checkShop } from '../../../src/server/operator/commands/check.ts'
import type { Client, TestShop } from '../open-shop.ts'

export const UP = { kind: 'percent', percent: 12, round_to: 100 }

/** An automatic product with two presentations and one without a price, and a limited one that is hidden. */
export async function hasPrices(shop: TestShop): Promise<{ auto: Product; fem: Product }> {
  const auto = await shop.hasProduct({
    type: 'auto',
    blisters: [
      { seed_count: 3, price: 18_400, stock: 9, discount: 10 },
      { seed_count: 5, price: 0, stock: 9, discount: 0 },
      { seed_count: 9, price: 50_000.5, stock: 0, discount: 0 },
    ],
  })
  return { auto, fem: await shop.hasProduct({ type: 'fem', limited_edition: true, available: false }) }
}

interface Priced {
  shop: TestShop
  admin: Client
  /** The products whose prices are changed by default. */
  ids: number[]
}

/** Changes of many prices; `open` returns the shop once it is there. */
export function pricesIn(open: () => Priced) {
  const all = () => ({ ids: open().ids })
  const preview = async (rule: object = UP, filter: object = all()) =>
    open().admin.post('/price-runs/preview/', { rule, filter })
  const apply = (token: string, rule: object = UP, filter: object = all(), headers = {}) =>
    open().admin.post('/price-runs/', { rule, filter, token }, headers)
  const productOf = async ({ id }: Product) => (await open().admin.get(`/products/${id}/`)).body as Product
  return {
    preview,
    apply,
    run: async (rule: object = UP, filter: object = all()) => {
      const { body } = await preview(rule, filter)
      const reply = await apply(body.token, rule, filter)
      expect(reply.status, reply.text).toBe(201)
      return reply.body
    },
    undo: (id: number, headers = {}) => open().admin.post(`/price-runs/${id}/undo/`, {}, headers),
    productOf,
    /** Price, discount and final price of each presentation. */
    pricesOf: async (product: Product) =>
      (await productOf(product)).blisters.map(({ price, discount, final_price }) => [
        price,
        discount,
        final_price,
      ]),
    wrongBooks: async () =>
      (await checkShop(open().shop.shop.db, open().shop.shop.files)).filter(({ wrong }) => wrong.length > 0),
  }
}
