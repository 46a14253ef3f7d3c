import { BadgeCheck, CircleDollarSign, Handshake, HandCoins } from 'lucide-react'
import { type PaymentState, showsPayment } from '../../contract/orders/order-desk.ts'
import type { Order } from '../../contract/orders/orders.ts'

const LOOK = {
  none: { tone: '', Icon: CircleDollarSign },
  agreed: { tone: 'info', Icon: Handshake },
  partial: { tone: 'warn', Icon: HandCoins },
  paid: { tone: 'ok', Icon: BadgeCheck },
  over: { tone: 'info', Icon: HandCoins },
} satisfies Record<PaymentState, object>

/** The payment state of an order; nothing for a closed one without payments. */
export function PaymentBadge({ order }: { order: Order }) {
  if (!showsPayment(order)) return null
  const { tone, Icon } = LOOK[order.payment_state]
  return (
    <span className={`badge ${tone}`.trimEnd()}>
      <Icon aria-hidden="true" size={15} />
      {order.payment_state_display}
    </span>
  )
}
