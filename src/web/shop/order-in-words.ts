import { formatPesos, priceOf } from '../../contract/money.ts'
import type { Order, OrderLine } from '../../contract/orders/orders.ts'
import { presentationName } from '../../contract/catalog/presentations.ts'

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

/** Lines of deleted products have no ids, so no line of such an order can be changed. */
export function linesCanChange(lines: readonly OrderLine[]): boolean {
  return lines.every(({ product_id, blister_id }) => product_id !== null && blister_id !== null)
}

/** Pesos. */
export function lineTotal(line: OrderLine): number {
  return priceOf(line.quantity, line.price_at_time)
}

/** 'Pago parcial: saldo $ 27.400', or the state alone when nothing is left. */
export function paymentText({ payment_state_display: state, status, balance, paid_total }: Order): string {
  if (status === 'cancelled') return `Tu saldo a favor es ${formatPesos(paid_total)}`
  if (balance > 0) return `${state}: saldo ${formatPesos(balance)}`
  return balance < 0 ? `${state}: ${formatPesos(-balance)}` : state
}

/** 'Despachado: Correo Argentino, AB 123 AR' */
export function deliveryStateText({ delivery_state_display: state, carrier, tracking }: Order): string {
  const by = [carrier, tracking].filter(Boolean).join(', ')
  return by === '' ? state : `${state}: ${by}`
}

/** Arranged deliveries have the same words as address and as method: shown once. */
export function deliveryText({ delivery_type, delivery_type_display, shipping_address }: Order): string {
  return delivery_type === 'address' ? `${delivery_type_display}: ${shipping_address}` : delivery_type_display
}
