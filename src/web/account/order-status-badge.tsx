import { BadgeCheck, Ban, Hourglass } from 'lucide-react'
import type { Order } from '../../contract/orders.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import '../styles/badge.css'

const LOOK = {
  pending: { tone: 'warn', Icon: Hourglass },
  completed: { tone: 'ok', Icon: BadgeCheck },
  cancelled: { tone: '', Icon: Ban },
} satisfies Record<OrderStatus, object>

export function OrderStatusBadge({ order }: { order: Pick<Order, 'status' | 'status_display'> }) {
  const { tone, Icon } = LOOK[order.status]
  return (
    <span className={`badge ${tone}`}>
      <Icon aria-hidden="true" size={15} />
      {order.status_display}
    </span>
  )
}
