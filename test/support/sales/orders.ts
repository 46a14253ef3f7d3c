import { expect } from 'vitest'
import type { Order } from '../../../src/contract/orders/orders.ts'
import type { Client, TestShop } from '../open-shop.ts'

export const RECIPIENT = {
  recipient_name: 'Ana Suárez',
  customer_phone: '1123456789',
  delivery_type: 'coordinate',
}

/** One line of an order. */
export interface Item {
  product_id: number
  blister_id: number
  quantity: number
}

/** Two units of a new product at 1000 pesos. */
export async function onSale(shop: TestShop, stock = 10): Promise<Item> {
  const product = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 1000, stock, discount: 0 }] })
  return { product_id: product.id, blister_id: product.blisters[0]?.id ?? 0, quantity: 2 }
}

/** A new order of this customer. */
export async function placed(customer: Client, ...items: Item[]): Promise<Order> {
  const reply = await customer.post('/orders/', { ...RECIPIENT, products: items })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body as Order
}

/** The log entries of an order as an admin reads them, newest first. */
export async function logOfOrder(admin: Client, order: Pick<Order, 'id'>) {
  return (await admin.get(`/activity-logs/?entity=order&entity_id=${order.id}`)).body.results
}

/** The stock of the presentation is this, and its ledger agrees. */
export async function expectStock(
  shop: TestShop,
  { blister_id }: Pick<Item, 'blister_id'>,
  stock: number,
): Promise<void> {
  expect([await shop.stockOf(blister_id), await shop.ledgerOf(blister_id)]).toEqual([stock, stock])
}
