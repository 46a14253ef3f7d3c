import { priceOf } from '../../contract/money.ts'
import type { Order, OrderLine } from '../../contract/orders.ts'
import { presentationName } from '../../contract/presentations.ts'

type NamedLine = Pick<OrderLine, 'product_name' | 'product_type' | 'blister_info'>

/** 'X3 SEMILLAS'; merchandise has no seeds. */
export function lineKind(line: Omit<NamedLine, 'product_name'>): string {
  return line.product_type === 'merch' ? '' : presentationName(line.blister_info.seed_count)
}

/** 'Puna Violeta X3 SEMILLAS' */
export function lineName(line: NamedLine): string {
  return `${line.product_name} ${lineKind(line)}`.trimEnd()
}

/** '2 × Puna Violeta X3 SEMILLAS' */
export function lineInWords(line: NamedLine & Pick<OrderLine, 'quantity'>): string {
  return `${line.quantity} × ${lineName(line)}`
}

/** Lines of a deleted product have no ids to distinguish them: then no line of the order can be changed. */
export function linesCanChange(lines: readonly OrderLine[]): boolean {
  return lines.every(({ product_id, blister_id }) => product_id !== null && blister_id !== null)
}

/** Pesos. */
export function lineTotal(line: OrderLine): number {
  return priceOf(line.quantity, line.price_at_time)
}

/** Arranged deliveries have the same words as address and as method: shown once. */
export function deliveryText({ delivery_type, delivery_type_display, shipping_address }: Order): string {
  return delivery_type === 'address' ? `${delivery_type_display}: ${shipping_address}` : delivery_type_display
}
