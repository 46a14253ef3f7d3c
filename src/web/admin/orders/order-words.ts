import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { foundBy } from '../kit/found-by.ts'
import { lineInWords } from '../../shop/order-in-words.ts'

export const CHANGE_FAILED = 'Error al actualizar el pedido.'
export const CHANGED = 'Pedido actualizado correctamente.'

/** Most lines a card shows; the order's page has all. */
export const MOST_LINES = 3

/** '2 × Puna Violeta X3 SEMILLAS, 1 × Gorra'; past `most` lines 'y 2 más'. */
export function linesSummary({ order_products: lines }: AdminOrder, most = lines.length): string {
  const words = lines.slice(0, most).map(lineInWords).join(', ')
  return lines.length > most ? `${words} y ${lines.length - most} más` : words
}

/** The recipient's name, also without an account: orders outlive the account. */
export function recipientOf(order: AdminOrder): string {
  return order.recipient_name || 'Sin nombre'
}

/** The contact by which a search found an order that does not show it. */
export function orderFoundBy(order: AdminOrder, search: string): string | undefined {
  const { id, customer, customer_email, customer_phone } = order
  const account = [customer?.username, customer?.first_name, customer?.last_name].filter(Boolean).join(' ')
  return foundBy(search, `#${id} ${recipientOf(order)} ${linesSummary(order)}`, {
    'el email': customer_email,
    'el teléfono': customer_phone,
    'la cuenta': account,
    'el seguimiento': order.tracking,
  })
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

/** Text for an order without an account. */
export function withoutAccount({ channel }: AdminOrder): string {
  return channel === 'web' ? 'Cuenta eliminada' : 'Sin cuenta'
}
