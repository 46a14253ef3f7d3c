import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import type { OrderLine } from '../../../contract/orders/orders.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { formatMoment } from '../../shop/dates.ts'
import { loadNext } from '../kit/load-next.ts'
import { MoreButton } from '../kit/more-button.tsx'
import { lineName } from '../../shop/order-in-words.ts'
import { olderOrders, type UserDetail, userDetail } from './users-query.ts'
import './users-page.css'

type Order = UserDetail['orders'][number]

/** The orders of this account, newest first. */
export function UserOrders({ detail }: { detail: UserDetail }) {
  const client = useQueryClient()
  const older = useInfiniteQuery(olderOrders(detail.user.id))
  const orders = ordersIn([detail, ...(older.data?.pages ?? [])])
  const hasMore = older.data ? older.hasNextPage : Boolean(detail.next)
  return (
    <section className="stack-3" aria-labelledby="user-orders">
      <h2 id="user-orders">Pedidos</h2>
      {orders.length === 0 && <EmptyState title="Sin pedidos" />}
      <ul className="stack-3">
        {orders.map((order) => (
          <UserOrder key={order.id} order={order} />
        ))}
      </ul>
      {older.isError && <p role="alert">No se pudieron cargar más pedidos. Probá de nuevo.</p>}
      {hasMore && (
        <MoreButton
          list={{
            isFetchingNextPage: older.isFetching,
            fetchNextPage: () =>
              loadNext(older, [detail], () =>
                client.invalidateQueries({ queryKey: userDetail(detail.user.id).queryKey }),
              ),
          }}
          lines=".user-order"
        >
          {`Mostrar más pedidos (${(detail.count ?? 0) - orders.length})`}
        </MoreButton>
      )}
    </section>
  )
}

/** Removes duplicates, as a new order shifts the others. */
function ordersIn(pages: UserDetail[]): Order[] {
  return [...new Map(pages.flatMap(({ orders }) => orders).map((order) => [order.id, order])).values()]
}

function UserOrder({ order }: { order: Order }) {
  const admin = useAdminPath()
  return (
    <li className="surface user-order stack-2" data-row tabIndex={-1}>
      <div className="user-order-head">
        <h3>
          <Link to={admin.order(order.id)} data-key="Enter">
            Pedido #{order.id}
          </Link>
        </h3>
        <OrderStatusBadge status={order.status} />
        <time dateTime={order.created_at}>{formatMoment(order.created_at)}</time>
      </div>
      <ul className="user-order-lines stack-2">
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
