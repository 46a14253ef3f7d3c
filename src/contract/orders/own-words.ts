import { formatPesos } from '../money.ts'
import { SHIPPED } from './order-desk.ts'
import type { Order } from './orders.ts'

/** What an order says to its customer, with the same words on pages and in mails. */

/** 'Todavía no pagaste: $ 20.900' */
export function paymentWords({ payment_state, status, balance, paid_total, total }: Order): string {
  if (status === 'cancelled')
    return paid_total > 0 ? `Tenés ${formatPesos(paid_total)} a favor` : 'No debés nada'
  if (balance < 0) return `Pagado, con ${formatPesos(-balance)} a favor`
  if (balance === 0) return total === 0 ? 'Sin cargo' : `Pagado: ${formatPesos(total)}`
  if (payment_state === 'partial') return `Pagaste ${formatPesos(paid_total)}: faltan ${formatPesos(balance)}`
  return `${payment_state === 'agreed' ? 'Pago acordado' : 'Todavía no pagaste'}: ${formatPesos(balance)}`
}

/** 'En camino con Andreani', 'Envío a domicilio: Mitre 123, Salta'; undefined when nothing is left to say. */
export function deliveryWords(order: Order): string | undefined {
  const { status, delivery_state, delivery_state_display, carrier } = order
  if (status === 'cancelled') return undefined
  if (delivery_state !== 'handed') return status === 'completed' ? undefined : arrangedWords(order)
  if (delivery_state_display !== SHIPPED) return 'Entregado'
  const way = status === 'completed' ? 'Enviado' : 'En camino'
  return carrier === '' ? way : `${way} con ${carrier}`
}

/** 'Tu pedido sale de los lotes ', before their codes. */
export function fromLotsWords({ from_lots: { length } }: Pick<Order, 'from_lots'>): string {
  return length === 1 ? 'Tu pedido sale del lote ' : 'Tu pedido sale de los lotes '
}

/** Arranged deliveries have the same words as address and as method: shown once. */
export function arrangedWords({ delivery_type, delivery_type_display, shipping_address }: Order): string {
  return delivery_type === 'address' ? `${delivery_type_display}: ${shipping_address}` : delivery_type_display
}
