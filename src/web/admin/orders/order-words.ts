import { formatPesos } from '../../../contract/money.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
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
  cancelled: 'El pedido está cancelado. Ante cualquier duda, respondé este mensaje.',
}

/** By the step that the order waits for; when it says nothing of its own, by the state. */
function reasonOf(order: AdminOrder): string {
  const { status, next_action: next, balance, paid_total, handed_how, tracking } = order
  if (status === 'cancelled') return REASON.cancelled
  if (next === 'collect' || next === 'agree')
    return `El saldo es ${formatPesos(balance)}. ¿Cómo preferís pagarlo?`
  if (status === 'pending' && handed_how === 'shipped')
    return ['Está en camino.', tracking && `Seguimiento: ${tracking}.`].filter(Boolean).join(' ')
  if (next === 'hand') return 'Ya está preparado. ¿Cuándo lo coordinamos?'
  if (status === 'pending' && paid_total > 0)
    return balance > 0 ? `¡Recibimos el pago! Saldo: ${formatPesos(balance)}.` : '¡Recibimos el pago!'
  return REASON[status]
}

/** The message to the customer about an order, for a chat or a mail. */
export function messageToCustomer(order: AdminOrder, shopName: string): string {
  const name = order.recipient_name.split(' ')[0] ?? ''
  return [
    `Hola${name === '' ? '' : `, ${name}`}. Mensaje de ${shopName} por el Pedido #${order.id}:`,
    ...order.order_products.map((line) => `- ${lineInWords(line)}`),
    `Total: ${formatPesos(order.total)}`,
    reasonOf(order),
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
