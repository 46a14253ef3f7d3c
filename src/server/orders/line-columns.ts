import type { FrozenLine } from './rules.ts'

/** A line of an order as `order_lines` keeps it, without its number. */
export function lineColumns(orderId: number, line: FrozenLine) {
  return {
    order_id: orderId,
    product_id: line.productId,
    blister_id: line.blisterId,
    quantity: line.quantity,
    price_at_time: line.priceAtTime,
    product_name: line.productName,
    product_brand: line.brand,
    product_image: line.image,
    product_type: line.type,
    seed_count: line.seedCount,
  }
}
