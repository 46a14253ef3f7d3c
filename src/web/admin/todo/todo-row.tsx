import { Link } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { formatMoment } from '../../shop/dates.ts'
import { HeldInOrder } from '../lots/held-lot.tsx'
import { useNow } from '../kit/use-now.ts'
import { StepButton, useStep } from '../orders/page/order-next-step.tsx'
import { OrderRefusal } from '../orders/order-refusal.tsx'
import { ago, linesSummary, MOST_LINES, recipientOf } from '../orders/order-words.ts'
import type { OrderDesk } from '../orders/use-order-desk.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'

/** An order with a button for its next step. */
export function TodoRow({ order, desk }: { order: AdminOrder; desk: OrderDesk }) {
  const admin = useAdminPath()
  const step = useStep(order, desk)
  const now = useNow()
  return (
    <li
      className="todo-row"
      data-row
      data-id={order.id}
      tabIndex={-1}
      aria-label={`Pedido #${order.id}, ${recipientOf(order)}`}
    >
      <Link
        className="todo-number"
        to={admin.order(order.id)}
        data-key="Enter"
        title="Abrir el pedido (Enter)"
      >
        <span className="visually-hidden">Pedido </span>
        <span>{`#${order.id}`}</span>
      </Link>
      <div className="todo-facts">
        <p className="todo-name">{recipientOf(order)}</p>
        <p className="todo-lines note">{linesSummary(order, MOST_LINES)}</p>
        <HeldInOrder order={order} />
      </div>
      <p className="todo-money note">
        <strong>{formatPesos(order.total)}</strong>
        <Money order={order} />
        <time dateTime={order.created_at} title={formatMoment(order.created_at)}>
          {ago(order.created_at, now)}
        </time>
      </p>
      <StepButton order={order} step={step} of={` del pedido #${order.id}`} />
      {step.failure && <OrderRefusal title={step.failure.title} error={step.failure.error} />}
    </li>
  )
}

function Money({ order }: { order: AdminOrder }) {
  const { payment_state, balance, paid_total, status } = order
  if (status === 'cancelled') return <span>{`${formatPesos(paid_total)} a devolver`}</span>
  return payment_state === 'partial' && <span>{`Saldo ${formatPesos(balance)}`}</span>
}
