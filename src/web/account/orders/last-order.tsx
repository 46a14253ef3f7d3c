import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import { formatDay } from '../../shop/dates.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import { paths } from '../../app/paths.ts'
import { myOrders, WATCHED } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'

/** Link to the orders, which have no menu entry of their own. Cancelled ones are not shown. */
export function LastOrder({ session }: { session: Session }) {
  const { data, isPending } = useQuery({ ...myOrders(session), ...WATCHED })
  // Staff seldom order.
  if (session.isAdmin && !data?.orders.length) return null
  if (isPending) return <CardSkeleton className="last-order-skeleton" parts={['title', 'line']} />
  const order = data?.orders.find(({ status }) => status !== 'cancelled')
  return (
    <section className="last-order stack-3" aria-labelledby="ultimo-pedido">
      <h2 id="ultimo-pedido">Último pedido</h2>
      {order ? (
        <p className="last-order-line row-2">
          <strong>Pedido #{order.id}</strong>
          <OrderStatusBadge status={order.status} />
          <span>{formatDay(order.created_at)}</span>
          <span className="last-order-total">{formatPesos(order.total)}</span>
        </p>
      ) : (
        <p className="last-order-line row-2">
          {data ? 'Sin pedidos todavía' : 'Error al obtener las órdenes'}
        </p>
      )}
      <Link className="button secondary" to={paths.account('orders')}>
        Ver pedidos
      </Link>
    </section>
  )
}
