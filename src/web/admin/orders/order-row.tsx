import { Archive, ArchiveRestore, Eye, RefreshCcwDot, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Link, useLocation } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import type { Order } from '../../../contract/orders.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { formatMoment } from '../lists/moments.ts'
import { OrderContact } from './order-contact.tsx'
import { ago, linesSummary, recipientOf } from './order-words.ts'
import './order-row.css'

export type OrderAction = 'details' | 'status' | 'delete' | 'archive'

export interface OrderRowProps {
  order: Order
  /** Shown, but no longer in this list. */
  isGone: boolean
  now: number
  onAct: (action: OrderAction, order: Order) => void
}

export const OrderCard = memo(function OrderCard({ order, isGone, now, onAct }: OrderRowProps) {
  return (
    <li
      className={`admin-order-card${isGone ? ' is-gone' : ''}`}
      data-row
      data-id={order.id}
      tabIndex={-1}
      aria-label={`Pedido #${order.id}, ${recipientOf(order)}`}
    >
      <div className="admin-order-head">
        <h2>
          <OrderLink order={order} />
        </h2>
        <OrderStatusBadge status={order.status} />
        <Age order={order} now={now} />
        <p className="admin-order-total">
          <span className="visually-hidden">Total: </span>
          {formatPesos(order.total)}
        </p>
      </div>
      <p className="admin-order-name">{recipientOf(order)}</p>
      <p className="admin-order-lines">{linesSummary(order)}</p>
      <GoneNote isGone={isGone} />
      <div className="admin-order-buttons">
        <StatusButton order={order} onAct={onAct} />
        <span className="admin-order-icons">
          <RowButtons order={order} onAct={onAct} />
        </span>
      </div>
    </li>
  )
})

export const OrderTableRow = memo(function OrderTableRow({ order, isGone, now, onAct }: OrderRowProps) {
  return (
    <tr className={isGone ? 'is-gone' : undefined} data-row data-id={order.id} tabIndex={-1}>
      <th scope="row">
        <OrderLink order={order} />
      </th>
      <td>
        <Age order={order} now={now} />
      </td>
      <td>{recipientOf(order)}</td>
      <td className="admin-order-lines">
        {linesSummary(order)}
        <GoneNote isGone={isGone} />
      </td>
      <td className="admin-table-number">{formatPesos(order.total)}</td>
      <td>
        <StatusButton order={order} onAct={onAct} isShort />
      </td>
      <td>
        <span className="admin-order-icons">
          <RowButtons order={order} onAct={onAct} />
        </span>
      </td>
    </tr>
  )
})

function OrderLink({ order }: { order: Order }) {
  const admin = useAdminPath()
  const { search } = useLocation()
  return (
    <Link className="admin-order-link" to={admin.order(order.id)} state={{ from: search }}>
      <span className="visually-hidden">Pedido </span>#{order.id}
    </Link>
  )
}

function Age({ order, now }: { order: Order; now: number }) {
  return (
    <time className="admin-order-age" dateTime={order.created_at} title={formatMoment(order.created_at)}>
      {ago(order.created_at, now)}
    </time>
  )
}

function GoneNote({ isGone }: { isGone: boolean }) {
  return isGone ? <span className="admin-order-gone">Cambió y ya no está en esta lista</span> : null
}

type Acting = Pick<OrderRowProps, 'order' | 'onAct'>

function StatusButton({ order, onAct, isShort = false }: Acting & { isShort?: boolean }) {
  return (
    <button
      type="button"
      className="button secondary"
      data-key="e"
      title="Cambiar estado (e)"
      aria-haspopup="dialog"
      onClick={() => onAct('status', order)}
    >
      <RefreshCcwDot aria-hidden="true" size={20} />
      {isShort ? 'Estado' : 'Cambiar estado'}
      <Which order={order} />
    </button>
  )
}

function RowButtons({ order, onAct }: Acting) {
  const archiveWords = order.is_archived ? 'Quitar del archivo' : 'Archivar'
  return (
    <>
      <button
        type="button"
        className="button secondary icon-only"
        data-key="Enter"
        title="Ver detalles (Enter)"
        aria-haspopup="dialog"
        onClick={() => onAct('details', order)}
      >
        <Eye aria-hidden="true" size={20} />
        <span className="visually-hidden">Ver detalles</span>
        <Which order={order} />
      </button>
      <OrderContact order={order} isIconOnly />
      <button
        type="button"
        className="button secondary icon-only"
        title={archiveWords}
        onClick={() => onAct('archive', order)}
      >
        {order.is_archived ? (
          <ArchiveRestore aria-hidden="true" size={20} />
        ) : (
          <Archive aria-hidden="true" size={20} />
        )}
        <span className="visually-hidden">{archiveWords}</span>
        <Which order={order} />
      </button>
      <button
        type="button"
        className="button secondary icon-only"
        data-key="Delete"
        title="Eliminar (Supr)"
        aria-haspopup="dialog"
        onClick={() => onAct('delete', order)}
      >
        <Trash2 aria-hidden="true" size={20} />
        <span className="visually-hidden">Eliminar</span>
        <Which order={order} />
      </button>
    </>
  )
}

function Which({ order }: { order: Order }) {
  return <span className="visually-hidden"> del pedido #{order.id}</span>
}
