import { formatPesos } from '../../../contract/money.ts'
import type { OrderStatus } from '../../../contract/order-status.ts'
import type { AdminOrder } from '../../../contract/orders.ts'
import { lineInWords } from '../../shop/order-in-words.ts'

export const CHANGE_FAILED = 'Error al actualizar el pedido.'
export const CHANGED = 'Pedido actualizado correctamente.'

/** '2 × Puna Violeta X3 SEMILLAS, 1 × Gorra' */
export function linesSummary(order: AdminOrder): string {
  return order.order_products.map(lineInWords).join(', ')
}

/** The recipient's name, also without an account: orders outlive the account. */
export function recipientOf(order: AdminOrder): string {
  return order.recipient_name || 'Sin nombre'
}

const REASON: Record<OrderStatus, string> = {
  pending: 'Es para coordinar la entrega.',
  completed: '¡Gracias por la compra!',
  cancelled: 'El pedido está cancelado. Ante cualquier duda, responder este mensaje.',
}

/** The first message to the customer about an order. */
export function messageToCustomer(order: AdminOrder, shopName: string): string {
  const name = order.recipient_name.split(' ')[0] ?? ''
  return [
    `Hola${name === '' ? '' : `, ${name}`}. Mensaje de ${shopName} por el Pedido #${order.id}:`,
    ...order.order_products.map((line) => `- ${lineInWords(line)}`),
    `Total: ${formatPesos(order.total)}`,
    REASON[order.status],
  ].join('\n')
}

export function mailtoCustomer(order: AdminOrder, shopName: string): string {
  const subject = encodeURIComponent(`Pedido #${order.id} en ${shopName}`)
  const body = encodeURIComponent(messageToCustomer(order, shopName).replaceAll('\n', '\r\n'))
  return `mailto:${encodeURIComponent(order.customer_email)}?subject=${subject}&body=${body}`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'hace 2 h'; under a minute 'recién'. */
export function ago(instant: string, now: number): string {
  const ms = now - new Date(instant).getTime()
  if (ms < MINUTE) return 'recién'
  if (ms < HOUR) return `hace ${Math.floor(ms / MINUTE)} min`
  if (ms < DAY) return `hace ${Math.floor(ms / HOUR)} h`
  const days = Math.floor(ms / DAY)
  return days === 1 ? 'hace 1 día' : `hace ${days} días`
}

/** Instead of the account of an order that has none. */
export function withoutAccount({ channel }: AdminOrder): string {
  return channel === 'web' ? 'Cuenta eliminada' : 'Sin cuenta'
}
