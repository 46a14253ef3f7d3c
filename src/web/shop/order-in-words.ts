import { priceOf } from '../../contract/money.ts'
import type { OrderLine } from '../../contract/orders/orders.ts'
import { presentationName } from '../../contract/catalog/presentations.ts'

type NamedLine = Pick<OrderLine, 'product_name' | 'product_type' | 'blister_info'>

/** 'X3 SEMILLAS'; the name of merchandise has its size. */
export function lineKind(line: Omit<NamedLine, 'product_name'>): string {
  return presentationName(line.product_type, line.blister_info)
}

/** 'Puna Violeta X3 SEMILLAS' */
export function lineName(line: NamedLine): string {
  return `${line.product_name} ${lineKind(line)}`.trimEnd()
}

/** '2 × Puna Violeta X3 SEMILLAS' */
export function lineInWords(line: NamedLine & Pick<OrderLine, 'quantity'>): string {
  return `${line.quantity} × ${lineName(line)}`
}

/** Lines of deleted products have no ids, so no line of such an order can be changed. */
export function linesCanChange(lines: readonly OrderLine[]): boolean {
  return lines.every(({ product_id, blister_id }) => product_id !== null && blister_id !== null)
}

/** Pesos. */
export function lineTotal(line: Pick<OrderLine, 'quantity' | 'price_at_time'>): number {
  return priceOf(line.quantity, line.price_at_time)
}
