import { randomBytes } from 'node:crypto'
import { ProductInput } from '../../../src/contract/catalog/product-input.ts'
import { createProduct } from '../../../src/server/catalog/products/save-product.ts'
import type { Shop } from '../../../src/server/shop.ts'

/** A presentation to buy; `quantity` for an order line. */
export interface Item {
  product_id: number
  blister_id: number
  quantity: number
  name: string
}

/** A new product with one presentation of 1,000 pesos, created by the real verb, so that its ledger is right. */
export async function newItem(shop: Shop, stock: number): Promise<Item> {
  const input = ProductInput.parse({
    name: `Genética ${randomBytes(5).toString('hex')}`,
    type: 'fem',
    blisters: [{ seed_count: 3, price: 1_000, stock }],
  })
  const product = await createProduct({ shop, body: input })
  return { product_id: product.id, blister_id: product.blisters[0]?.id ?? 0, quantity: 1, name: input.name }
}

/** Raises the limits of pending orders and their units as far as they go, for tests that are not about them. */
export async function allowPending(shop: Shop): Promise<void> {
  const rows = Object.entries({ max_pending_orders: '1000', max_pending_units: '0' })
  await shop.db
    .insertInto('settings')
    .values(rows.map(([key, value]) => ({ key, value, updated_at: shop.now() })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** The body of `POST /orders/`. */
export function orderOf(...items: (Omit<Item, 'name'> & { name?: string })[]) {
  return {
    recipient_name: 'Ana Suárez',
    customer_phone: '1123456789',
    delivery_type: 'coordinate',
    products: items.map(({ product_id, blister_id, quantity }) => ({ product_id, blister_id, quantity })),
  }
}

/** The body of `POST /orders/manual/`, for a guest. */
export function manualOrderOf(...items: Item[]) {
  return {
    guest: { name: 'Ana Feria' },
    channel: 'fair',
    lines: items.map(({ product_id, blister_id, quantity }) => ({ product_id, blister_id, quantity })),
  }
}

/** The body of `POST /warranty-claims/` without an order; as a form, each key is a field. */
export const claimOf = (more: Record<string, string> = {}) => ({
  purchase_type: 'without-order',
  name: 'Ana Paz',
  email: 'ana@correo.example',
  product_name: 'Puna',
  purchase_date: '2026-01-10',
  germination_date: '2026-01-20',
  description: 'No germinó ninguna.',
  ...more,
})

/** The product texts that can hold anything, with their maximum lengths. */
export const PRODUCT_TEXTS = {
  genotype: 200,
  thc: 40,
  cbd: 40,
  flavors: 200,
  effects: 200,
  flowering_time: 60,
  completed_cicle: 60,
  height_indoor: 60,
  height_outdoor: 60,
  yield_indoor: 60,
  yield_outdoor: 60,
  product_size: 60,
}
