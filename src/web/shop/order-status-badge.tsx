import { BadgeCheck, Ban, Hourglass } from 'lucide-react'
import { ORDER_STATUS_LABEL, type OrderStatus } from '../../contract/orders/order-status.ts'

const LOOK = {
  pending: { tone: 'warn', Icon: Hourglass },
  completed: { tone: 'ok', Icon: BadgeCheck },
  cancelled: { tone: '', Icon: Ban },
} satisfies Record<OrderStatus, object>

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { tone, Icon } = LOOK[status]
  return (
    <span className={`badge ${tone}`}>
      <Icon aria-hidden="true" size={15} />
      {ORDER_STATUS_LABEL[status]}
    </span>
  )
}
