import { givenName, type MessageFacts, type TemplateKey } from '../../../contract/messages/templates.ts'
import { formatPesos } from '../../../contract/money.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { formatLastDay } from '../../shop/dates.ts'
import { lineInWords } from '../../shop/order-in-words.ts'
import { useShopName } from '../../app/site.ts'
import { useTemplates } from '../templates/templates-query.ts'

/** The message template for an order's next step. */
export function templateFor(order: AdminOrder): TemplateKey {
  const { status, next_action: next, paid_total, handed_how, claim_id, total } = order
  if (status === 'cancelled') return 'cancelado'
  if (next === 'expiring') return 'por_vencer'
  if (next === 'collect' || next === 'agree') return 'cobro'
  if (handed_how === 'shipped') return 'despachado'
  if (status === 'completed' || handed_how !== null) return 'completado'
  if (next === 'hand') return 'preparado'
  if (paid_total > 0) return 'pago_recibido'
  return claim_id !== null && total === 0 ? 'reposicion' : 'nuevo'
}

/** Values for the messages about an order. */
export function messageFacts(order: AdminOrder, shopName: string): MessageFacts {
  return {
    nombre: givenName(order.recipient_name),
    pedido: String(order.id),
    productos: order.order_products.map((line) => `- ${lineInWords(line)}`),
    total: formatPesos(order.total),
    saldo: formatPesos(Math.max(0, order.balance)),
    seguimiento: order.tracking && [order.carrier, order.tracking].filter(Boolean).join(' '),
    vence: order.expires_at === null ? '' : formatLastDay(order.expires_at),
    tienda: shopName,
  }
}

export function mailtoCustomer(order: AdminOrder, shopName: string, message: string): string {
  const subject = encodeURIComponent(`Pedido #${order.id} en ${shopName}`)
  const body = encodeURIComponent(message.replaceAll('\n', '\r\n'))
  return `mailto:${encodeURIComponent(order.customer_email)}?subject=${subject}&body=${body}`
}

/** Fills the current message templates for an order. */
export function useOrderMessages(order: AdminOrder): {
  suggested: TemplateKey
  write: (key: TemplateKey) => string
} {
  const shopName = useShopName()
  const write = useTemplates()
  const facts = messageFacts(order, shopName)
  return { suggested: templateFor(order), write: (key) => write(key, facts) }
}
