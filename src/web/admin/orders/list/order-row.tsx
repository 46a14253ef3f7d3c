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
import { DeliveryBadge } from '../delivery-badge.tsx'
import { OrderDeskDialogs } from '../dialogs/order-desk-dialogs.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { hasChat, OrderEmail, OrderWhatsApp } from '../page/order-contact.tsx'
import { StepButton, useStep } from '../page/order-next-step.tsx'
import { useOrderDesk } from '../use-order-desk.ts'
import { ago, linesSummary, MOST_LINES, orderFoundBy, recipientOf } from '../order-words.ts'
import { OrderChooser } from './orders-bulk.tsx'
import { useMay } from '../../shell/rights.tsx'
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
      className={`surface admin-order-card${isGone ? ' is-gone' : ''}`}
      data-row
      data-id={order.id}
      tabIndex={-1}
      aria-label={`Pedido #${order.id}, ${recipientOf(order)}`}
    >
      <CardHead {...{ order, now, isChosen, onChoose }} />
      <div className="admin-order-sum">
        <p className="admin-order-name" title={recipientOf(order)}>
          {recipientOf(order)}
        </p>
        <p className="admin-order-total">
          <span className="visually-hidden">Total: </span>
          {formatPesos(order.total)}
        </p>
      </div>
      <p className="admin-order-lines note">{linesSummary(order, MOST_LINES)}</p>
      <Found order={order} search={search} />
      {isGone && <GoneNote />}
      <div className="admin-order-buttons">
        <NextStep order={order} look="primary" />
        <StatusButton order={order} onAct={onAct} />
        <RowActions order={order} onAct={onAct} />
      </div>
    </li>
  )
})

function Found({ order, search }: Pick<OrderRowProps, 'order' | 'search'>) {
  const text = orderFoundBy(order, search)
  return text && <span className="admin-order-found note">{text}</span>
}

function CardHead({ order, now, isChosen, onChoose }: Omit<OrderRowProps, 'isGone' | 'onAct' | 'search'>) {
  return (
    <div className="admin-order-head">
      <OrderChooser {...{ order, isChosen, onChoose }} />
      <h2>
        <OrderLink order={order} />
      </h2>
      <OrderStatusBadge status={order.status} />
      <PaymentBadge order={order} />
      <DeliveryBadge order={order} />
      <HeldInOrder order={order} />
      <Age order={order} now={now} />
    </div>
  )
}

export const OrderTableRow = memo(function OrderTableRow(props: OrderRowProps) {
  const { order, isGone, now, search, onAct, isChosen, onChoose } = props
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
        <OrderState order={order} onAct={onAct} />
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
  return (
    <span className="admin-order-icons">
      <DetailsButton order={order} onAct={onAct} />
      <Contacts order={order} />
      <ArchiveButton order={order} onAct={onAct} isIconOnly />
      <DeleteButton order={order} onAct={onAct} isIconOnly />
    </span>
  )
}

/** Ways to contact the customer, except the one that is the next step and has its own button. */
function Contacts({ order }: { order: AdminOrder }) {
  const isNext = useMay()('orders_write') && order.next_action === 'contact'
  return (
    <>
      {!isNext && <OrderWhatsApp order={order} isIconOnly />}
      {(!isNext || hasChat(order)) && <OrderEmail order={order} isIconOnly />}
    </>
  )
}

/** A button that takes it, where the right is there, else its name. */
function NextStep({ order, look }: { order: AdminOrder; look: 'primary' | 'secondary' }) {
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

function TakeStep({ order, look }: { order: AdminOrder; look: 'primary' | 'secondary' }) {
  const desk = useOrderDesk()
  const step = useStep(order, desk)
  return (
    <>
      <StepButton order={order} step={step} of={ofOrder(order)} look={look} />
      {step.failure && <OrderRefusal title={step.failure.title} error={step.failure.error} />}
      <OrderDeskDialogs order={order} desk={desk} />
    </>
  )
}

function OrderLink({ order }: { order: AdminOrder }) {
  const admin = useAdminPath()
  const { search } = useLocation()
  return (
    <Link className="admin-order-link" to={admin.order(order.id)} state={{ from: search }}>
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
  const may = useMay()
  if (!may('orders_write')) return null
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

/** A button to change it in the table, else its name. */
function OrderState({ order, onAct }: Acting) {
  const may = useMay()
  return may('orders_write') ? (
    <StatusButton order={order} onAct={onAct} isShort />
  ) : (
    <OrderStatusBadge status={order.status} />
  )
}

interface LookProps {
  isIconOnly?: boolean
}

function ofOrder({ id }: AdminOrder): string {
  return ` del pedido #${id}`
}

function DetailsButton({ order, onAct }: Acting) {
  return (
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
  )
}

function ArchiveButton({ order, onAct, ...look }: Acting & LookProps) {
  const may = useMay()
  if (!may('orders_write')) return null
  const words = order.is_archived ? 'Quitar del archivo' : 'Archivar'
  return (
    <IconButton
      icon={order.is_archived ? ArchiveRestore : Archive}
      text={words}
      of={ofOrder(order)}
      title={words}
      {...look}
      onClick={() => onAct('archive', order)}
    />
  )
}

function DeleteButton({ order, onAct, ...look }: Acting & LookProps) {
  const may = useMay()
  if (!may('everything')) return null
  return (
    <IconButton
      icon={Trash2}
      text="Eliminar"
      of={ofOrder(order)}
      data-key="Delete"
      title="Eliminar (Supr)"
      aria-haspopup="dialog"
      {...look}
      onClick={() => onAct('delete', order)}
    />
  )
}
