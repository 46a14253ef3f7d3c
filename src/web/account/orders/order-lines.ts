import type { Order, OrderLine } from '../../../contract/orders/orders.ts'
import { fitLines } from '../../../contract/messages/fit-lines.ts'
import { formatPesos } from '../../../contract/money.ts'
import { lineInWords } from '../../shop/order-in-words.ts'

/** The remaining products of an order without one line, as the request body needs them. */
export function productsWithout(order: Order, removed: OrderLine) {
  return order.order_products.flatMap(({ id, product_id, blister_id, quantity }) =>
    id === removed.id || product_id === null || blister_id === null
      ? []
      : [{ product_id, blister_id, quantity }],
  )
}

/** The first message of a chat about an order. */
export function orderMessage(order: Order): string {
  return wholeOrder(
    order,
    `Hola, consulta por el Pedido #${order.id} (${order.status_display.toLowerCase()}):`,
  )
}

/** The first message of a chat about an order just placed. */
export function placedMessage(order: Order): string {
  return wholeOrder(order, `Hola, hice el Pedido #${order.id}:`)
}

function wholeOrder(order: Order, beginning: string): string {
  const lines = order.order_products.map((line) => `- ${lineInWords(line)}`)
  const end = [`Total: ${formatPesos(order.total)}`, `Recibe: ${order.recipient_name}`]
  return fitLines(lines, (shown) => [beginning, ...shown, ...end].join('\n'))
}
