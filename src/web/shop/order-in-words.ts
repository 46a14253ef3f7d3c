import { priceOf } from '../../contract/money.ts'
import type { Order, OrderLine } from '../../contract/orders.ts'
import { presentationName } from '../../contract/presentations.ts'

/** 'X3 SEMILLAS'; merchandise has no seeds. */
export function lineKind(line: OrderLine): string {
  return line.product_type === 'merch' ? '' : presentationName(line.blister_info.seed_count)
}

/** Pesos. */
export function lineTotal(line: OrderLine): number {
  return priceOf(line.quantity, line.price_at_time)
}

/** Arranged deliveries carry the same words as address and as method: they are said once. */
export function deliveryText({ delivery_type, delivery_type_display, shipping_address }: Order): string {
  return delivery_type === 'address' ? `${delivery_type_display}: ${shipping_address}` : delivery_type_display
}
