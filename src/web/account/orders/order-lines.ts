import type { Order, OrderLine } from '../../../contract/orders.ts'
import { formatPesos } from '../../../contract/money.ts'
import { lineKind } from '../../shop/order-in-words.ts'

/** What stays of an order without one line, as the shop wants to be told. */
export function productsWithout(order: Order, removed: OrderLine) {
  return order.order_products.flatMap(({ id, product_id, blister_id, quantity }) =>
    id === removed.id || product_id === null || blister_id === null
      ? []
      : [{ product_id, blister_id, quantity }],
  )
}

/** Lines of products that are gone have no ids to be told apart by; such an order can only be cancelled whole. */
export function linesCanGo(order: Order): boolean {
  return order.order_products.every(
    ({ product_id, blister_id }) => product_id !== null && blister_id !== null,
  )
}

/** The first message of a chat about an order. */
export function orderMessage(order: Order): string {
  const lines = order.order_products.map((line) =>
    `- ${line.quantity} × ${line.product_name} ${lineKind(line)}`.trimEnd(),
  )
  return [
    `Hola, consulta por el Pedido #${order.id} (${order.status_display.toLowerCase()}):`,
    ...lines,
    `Total: ${formatPesos(order.total)}`,
    `Recibe: ${order.recipient_name}`,
  ].join('\n')
}
