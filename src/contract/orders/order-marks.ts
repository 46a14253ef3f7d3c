import { z } from 'zod'
import type { AdminOrder } from './orders.ts'

const PAYMENTS = 'POST /orders/{id}/payments/'
const AGREEMENT = 'PUT /orders/{id}/agreement/'
const DELIVERY = 'PUT /orders/{id}/delivery/'
const EXPIRY = 'PUT /orders/{id}/expiry/'

/** Fields of an order that have their own call to change them. `changeOrder` accepts them only unchanged. */
const CALL_OF = {
  paid_total: PAYMENTS,
  balance: PAYMENTS,
  payment_state: PAYMENTS,
  payments: PAYMENTS,
  agreed_method: AGREEMENT,
  agreed_due: AGREEMENT,
  delivery_state: DELIVERY,
  prepared_at: DELIVERY,
  handed_at: DELIVERY,
  handed_how: DELIVERY,
  carrier: DELIVERY,
  tracking: DELIVERY,
  expires_at: EXPIRY,
} satisfies Partial<Record<keyof AdminOrder, string>>

export type OrderMark = keyof typeof CALL_OF
export const ORDER_MARKS = Object.keys(CALL_OF) as OrderMark[] // safe: its keys

const Sent = z.unknown().optional()
export const MarksSent = Object.fromEntries(ORDER_MARKS.map((mark) => [mark, Sent])) as Record<
  OrderMark,
  typeof Sent
> // safe: maps every key

export function markNotHere(mark: OrderMark): string {
  return `Eso no se cambia acá: se anota con ${CALL_OF[mark]}`
}
