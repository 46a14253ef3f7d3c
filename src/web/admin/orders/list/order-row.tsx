import { Archive, ArchiveRestore, ArrowRight, Eye, RefreshCcwDot, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Link, useLocation } from 'react-router'
import { formatPesos } from '../../../../contract/money.ts'
import { TODO_LABEL } from '../../../../contract/orders/todo.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { PaymentBadge } from '../../../shop/payment-badge.tsx'
import { OrderStatusBadge } from '../../../shop/order-status-badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { GoneNote } from '../../kit/held-news.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { formatMoment } from '../../../shop/dates.ts'
import { HeldInOrder } from '../../lots/held-lot.tsx'
import { DeliveryBadge } from '../page/order-delivery.tsx'
import { OrderDeskDialogs, useOrderDesk } from '../dialogs/order-desk-dialogs.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { OrderContacts } from '../page/order-contact.tsx'
import { StepButton, useStep } from '../page/order-next-step.tsx'
import { ago, linesSummary, MOST_LINES, orderFoundBy, recipientOf } from '../order-words.ts'
import { Needs, useMay } from '../../shell/rights.tsx'
import './orders-page.css'

export type OrderAction = 'details' | 'status' | 'delete' | 'archive'

export interface OrderRowProps {
  order: AdminOrder
  /** Shown, but no longer in this list. */
  isGone: boolean
  now: number
  onAct: (action: OrderAction, order: AdminOrder) => void
  /** What the list was searched for. */
  search: string
  isChosen: boolean
  /** `range` selects all from the last selected one. */
  onChoose: (id: number, range: boolean) => void
}

export const OrderCard = memo(function OrderCard(props: OrderRowProps) {
  const { order, isGone, now, search, onAct, isChosen, onChoose } = props
  return (
    <li
      className={`surface admin-order-card stack-1${isGone ? ' is-gone' : ''}`}
      data-row
      data-id={order.id}
      tabIndex={-1}
      aria-label={`Pedido #${order.id}, ${recipientOf(order)}`}
    >
      <div className="admin-order-head admin-row-tight">
        <OrderChooser {...{ order, isChosen, onChoose }} />
        <h2>
          <OrderLink order={order} />
        </h2>
        <OrderStatusBadge status={order.status} />
        <PaymentBadge order={order} />
        <DeliveryBadge order={order} />
        <HeldInOrder order={order} />
      </div>
      <div className="admin-order-sum admin-row-tight">
        <p className="admin-name" title={recipientOf(order)}>
          {recipientOf(order)}
        </p>
        <Age order={order} now={now} />
        <p className="admin-amount">
          <span className="visually-hidden">Total: </span>
          {formatPesos(order.total)}
        </p>
      </div>
      <p className="admin-order-lines note">{linesSummary(order, MOST_LINES)}</p>
      <Found order={order} search={search} />
      {isGone && <GoneNote />}
      <div className="admin-order-buttons">
        <NextStep order={order} look="primary" />
        <Needs right="orders_write">
          <StatusButton order={order} onAct={onAct} />
        </Needs>
        <RowActions order={order} onAct={onAct} />
      </div>
    </li>
  )
})

function Found({ order, search }: Pick<OrderRowProps, 'order' | 'search'>) {
  const text = orderFoundBy(order, search)
  return text && <span className="admin-order-found note">{text}</span>
}

export const OrderTableRow = memo(function OrderTableRow(props: OrderRowProps) {
  const { order, isGone, now, search, onAct, isChosen, onChoose } = props
  const mayWrite = useMay()('orders_write')
  return (
    <tr className={isGone ? 'is-gone' : undefined} data-row data-id={order.id} tabIndex={-1}>
      <td>
        <OrderChooser {...{ order, isChosen, onChoose }} />
      </td>
      <th scope="row">
        <OrderLink order={order} />
        <Age order={order} now={now} />
      </th>
      <td className="admin-order-recipient" title={recipientOf(order)}>
        {recipientOf(order)}
      </td>
      <td className="admin-order-lines note">
        <span title={linesSummary(order)}>{linesSummary(order)}</span>
        <Found order={order} search={search} />
        {isGone && <GoneNote />}
      </td>
      <td className="admin-table-number">
        {formatPesos(order.total)}
        <PaymentBadge order={order} />
      </td>
      <td>
        {mayWrite ? (
          <StatusButton order={order} onAct={onAct} isShort />
        ) : (
          <OrderStatusBadge status={order.status} />
        )}
      </td>
      <td>
        <DeliveryBadge order={order} />
        <HeldInOrder order={order} />
        <NextStep order={order} look="secondary" />
      </td>
      <td>
        <RowActions order={order} onAct={onAct} />
      </td>
    </tr>
  )
})

function RowActions({ order, onAct }: Acting) {
  const archiving = order.is_archived ? 'Quitar del archivo' : 'Archivar'
  return (
    <span className="admin-order-icons">
      <IconButton
        icon={Eye}
        text="Ver detalles"
        of={ofOrder(order)}
        isIconOnly
        data-key="Enter"
        title="Ver detalles (Enter)"
        aria-haspopup="dialog"
        onClick={() => onAct('details', order)}
      />
      <OrderContacts order={order} isIconOnly />
      <Needs right="orders_write">
        <IconButton
          icon={order.is_archived ? ArchiveRestore : Archive}
          text={archiving}
          of={ofOrder(order)}
          isIconOnly
          title={archiving}
          onClick={() => onAct('archive', order)}
        />
      </Needs>
      <Needs right="everything">
        <IconButton
          icon={Trash2}
          text="Eliminar"
          of={ofOrder(order)}
          isIconOnly
          data-key="Delete"
          title="Eliminar (Supr)"
          aria-haspopup="dialog"
          onClick={() => onAct('delete', order)}
        />
      </Needs>
    </span>
  )
}

type Step = Pick<OrderRowProps, 'order'> & { look: 'primary' | 'secondary' }

/** A button that takes it, where the right is there, else its name. */
function NextStep({ order, look }: Step) {
  const may = useMay()
  if (order.next_action === null) return null
  if (may('orders_write')) return <TakeStep order={order} look={look} />
  return (
    <p className="admin-order-next">
      <span className="visually-hidden">Siguiente paso: </span>
      <ArrowRight aria-hidden="true" size={15} />
      {TODO_LABEL[order.next_action]}
    </p>
  )
}

function TakeStep({ order, look }: Step) {
  const desk = useOrderDesk()
  const step = useStep(order, desk)
  return (
    <>
      <StepButton order={order} step={step} of={ofOrder(order)} look={look} />
      {step.failure && <OrderRefusal {...step.failure} />}
      <OrderDeskDialogs order={order} desk={desk} />
    </>
  )
}

function OrderLink({ order }: { order: AdminOrder }) {
  const admin = useAdminPath()
  const { search } = useLocation()
  return (
    <Link
      className="admin-order-link admin-line-link admin-number"
      to={admin.order(order.id)}
      state={{ from: search }}
    >
      <span className="visually-hidden">Pedido </span>
      <span>{`#${order.id}`}</span>
    </Link>
  )
}

function Age({ order, now }: { order: AdminOrder; now: number }) {
  return (
    <time className="admin-order-age note" dateTime={order.created_at} title={formatMoment(order.created_at)}>
      {ago(order.created_at, now)}
    </time>
  )
}

type Acting = Pick<OrderRowProps, 'order' | 'onAct'>

function StatusButton({ order, onAct, isShort = false }: Acting & { isShort?: boolean }) {
  // 'Completar' has the key when it is the next step.
  const hasKey = order.next_action !== 'finish'
  return (
    <IconButton
      icon={RefreshCcwDot}
      text={isShort ? 'Estado' : 'Cambiar estado'}
      of={ofOrder(order)}
      isIconOnly={isShort}
      data-key={hasKey ? 'e' : undefined}
      title={hasKey ? 'Cambiar estado (e)' : 'Cambiar estado'}
      aria-haspopup="dialog"
      onClick={() => onAct('status', order)}
    />
  )
}

function ofOrder({ id }: AdminOrder): string {
  return ` del pedido #${id}`
}

function OrderChooser({ order, isChosen, onChoose }: Pick<OrderRowProps, 'order' | 'isChosen' | 'onChoose'>) {
  return (
    <label className="admin-order-chooser">
      <input
        type="checkbox"
        data-key="x"
        aria-label={`Elegir el pedido #${order.id}`}
        checked={isChosen}
        readOnly
        onClick={(event) => onChoose(order.id, event.shiftKey)}
      />
    </label>
  )
}
