import { Archive, ArchiveRestore, Eye, RefreshCcwDot, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Link, useLocation } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import type { Order } from '../../../contract/orders.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { GoneNote } from '../lists/held-news.tsx'
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
      className={`surface admin-order-card${isGone ? ' is-gone' : ''}`}
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
      {isGone && <GoneNote />}
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
        {isGone && <GoneNote />}
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

type Acting = Pick<OrderRowProps, 'order' | 'onAct'>

function StatusButton({ order, onAct, isShort = false }: Acting & { isShort?: boolean }) {
  return (
    <IconButton
      icon={RefreshCcwDot}
      text={isShort ? 'Estado' : 'Cambiar estado'}
      of={` del pedido #${order.id}`}
      data-key="e"
      title="Cambiar estado (e)"
      aria-haspopup="dialog"
      onClick={() => onAct('status', order)}
    />
  )
}

function RowButtons({ order, onAct }: Acting) {
  const archiveWords = order.is_archived ? 'Quitar del archivo' : 'Archivar'
  const shared = { of: ` del pedido #${order.id}`, isIconOnly: true }
  return (
    <>
      <IconButton
        icon={Eye}
        text="Ver detalles"
        {...shared}
        data-key="Enter"
        title="Ver detalles (Enter)"
        aria-haspopup="dialog"
        onClick={() => onAct('details', order)}
      />
      <OrderContact order={order} isIconOnly />
      <IconButton
        icon={order.is_archived ? ArchiveRestore : Archive}
        text={archiveWords}
        {...shared}
        title={archiveWords}
        onClick={() => onAct('archive', order)}
      />
      <IconButton
        icon={Trash2}
        text="Eliminar"
        {...shared}
        data-key="Delete"
        title="Eliminar (Supr)"
        aria-haspopup="dialog"
        onClick={() => onAct('delete', order)}
      />
    </>
  )
}
