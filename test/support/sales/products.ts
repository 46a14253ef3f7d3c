import type { z } from 'zod'
import type { AdminProduct } from '../../../src/contract/catalog/catalog.ts'
import { takeStock } from '../../../src/server/catalog/catalog.ts'
import { inTransaction } from '../../../src/server/db/transaction.ts'
import type { Client, TestShop } from '../open-shop.ts'

export type SavedProduct = z.output<typeof AdminProduct>

/** A presentation as a form sends it. */
export const BLISTER = { seed_count: 3, price: 10_000, stock: 10, discount: 0 }

/** A new product as an admin reads it. */
export async function savedProduct(
  shop: TestShop,
  admin: Client,
  product: Record<string, unknown> = {},
): Promise<SavedProduct> {
  return (await admin.get(`/products/${(await shop.hasProduct(product)).id}/`)).body
}

/** Takes units of its first presentation as an order does: through the verb, in a transaction. */
export async function takeUnits(shop: TestShop, product: SavedProduct, quantity: number): Promise<void> {
  const lines = [{ blister_id: product.blisters[0]?.id ?? 0, product_id: product.id, quantity }]
  await inTransaction(shop.database, (tx) =>
    takeStock(tx, { lines, reason: 'order', orderId: 1, userId: null, at: shop.clock.now() }),
  )
}
