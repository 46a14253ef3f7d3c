import { useState } from 'react'
import { Link } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import type { AdminOrder, OrderLine } from '../../../contract/orders/orders.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { formatMoment } from '../lists/moments.ts'
import { lineName } from '../../shop/order-in-words.ts'
import './user-orders.css'

const SHOWN_AT_FIRST = 12

/** All orders of this account, newest first. */
export function UserOrders({ orders }: { orders: AdminOrder[] }) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  return (
    <section className="user-orders" aria-labelledby="user-orders">
      <h2 id="user-orders">Pedidos</h2>
      {orders.length === 0 && <EmptyState title="Sin pedidos" />}
      <ul>
        {orders.slice(0, shown).map((order) => (
          <UserOrder key={order.id} order={order} />
        ))}
      </ul>
      {orders.length > shown && (
        <button
          type="button"
          className="button secondary"
          onClick={() => setShown((count) => count + SHOWN_AT_FIRST)}
        >
          {`Mostrar más pedidos (${orders.length - shown})`}
        </button>
      )}
    </section>
  )
}

function UserOrder({ order }: { order: AdminOrder }) {
  const admin = useAdminPath()
  return (
    <li className="user-order" data-row tabIndex={-1}>
      <div className="user-order-head">
        <h3>
          <Link to={admin.order(order.id)} data-key="Enter">
            Pedido #{order.id}
          </Link>
        </h3>
        <OrderStatusBadge status={order.status} />
        <time dateTime={order.created_at}>{formatMoment(order.created_at)}</time>
      </div>
      <ul className="user-order-lines">
        {order.order_products.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <p className="user-order-total">
        Total: <strong>{formatPesos(order.total)}</strong>
      </p>
    </li>
  )
}

function Line({ line }: { line: OrderLine }) {
  return (
    <li>
      <Picture src={line.product_image} alt="" sizes="40px" widths={[160, 320]} width={40} height={50} />
      <span className="user-order-name">{lineName(line)}</span>
      <span className="user-order-amount">
        {line.quantity} × {formatPesos(line.price_at_time)}
      </span>
    </li>
  )
}
