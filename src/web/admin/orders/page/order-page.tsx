import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { MAX_ID } from '../../../../contract/limits.ts'
import { formatPesos } from '../../../../contract/money.ts'
import { replacementTitle } from '../../../../contract/warranty/claim-rules.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { Refusal } from '../../../data/api.ts'
import { useMedia } from '../../../browser/media.ts'
import { OrderStatusBadge } from '../../../shop/order-status-badge.tsx'
import { adminPaths } from '../../../app/admin-paths.ts'
import { TabTitle } from '../../../app/page-head.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { CardSkeleton } from '../../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { LeaveDialog } from '../../../forms/leave-dialog.tsx'
import { formatMoment } from '../../../shop/dates.ts'
import { type OpenDialog, OrderActions } from './order-actions.tsx'
import { MessageDialog } from '../dialogs/message-dialog.tsx'
import { OrderDeleteDialog } from '../dialogs/order-delete-dialog.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderDeskDialogs } from '../dialogs/order-desk-dialogs.tsx'
import { OrderHistory } from './order-history.tsx'
import { type OrderNote, useOrderNote } from './order-note-form.tsx'
import { OrderLinesForm } from './order-lines-form.tsx'
import { OrderNextStep, OrderStepBar, useStep } from './order-next-step.tsx'
import { OrderPayments } from './order-payments.tsx'
import { OrderRecipient } from './order-recipient.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { OrderStatusDialog, statusChangedText } from '../dialogs/order-status-dialog.tsx'
import { CHANGE_FAILED, CHANGED, recipientOf } from '../order-words.ts'
import { nextInList, oneOrder } from '../orders-query.ts'
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts'
import { type OrderDesk, useOrderDesk } from '../use-order-desk.ts'
import { useChangeOrder } from '../use-order-change.ts'
import { useOrderLines } from './use-order-lines.ts'
import { useOrderRecipient } from './use-order-recipient.ts'
import { Panel } from '../../shell/panel.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { HeldInOrder } from '../../lots/held-lot.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { Needs, useMay } from '../../shell/rights.tsx'
import '../list/orders-page.css'
import './order-page.css'

const LOAD_FAILED = 'Error al cargar los detalles del pedido.'
const DELETE_FAILED = 'Error al eliminar el pedido.'
const DELETED = 'Pedido eliminado correctamente.'

/** The list has one address for both prefixes. */
const LIST = adminPaths('/admin').orders()

/** Everything about one order. */
export default function OrderPage() {
  const { orderId = '' } = useParams()
  const id = /^[1-9]\d{0,9}$/.test(orderId) && Number(orderId) <= MAX_ID ? Number(orderId) : undefined
  const { data, isError, error, refetch } = useQuery({
    ...oneOrder(id ?? 0),
    enabled: id !== undefined,
  })
  const isUnknown = id === undefined || (error instanceof Refusal && error.status === 404)
  return (
    <div className="admin-order stack-3">
      <TabTitle>{id === undefined ? 'Pedido' : `Pedido #${id}`}</TabTitle>
      <BackLink to={LIST}>Volver a los pedidos</BackLink>
      <div className="admin-order-title">
        <h1 tabIndex={-1}>{id === undefined ? 'Pedido' : `Pedido #${id}`}</h1>
        {data && !isUnknown && (
          <>
            <OrderStatusBadge status={data.status} />
            <HeldInOrder order={data} />
            {data.is_archived && <span className="badge">Archivado</span>}
            <time dateTime={data.created_at}>{formatMoment(data.created_at)}</time>
            {data.claim_id !== null && <ClaimLink id={data.claim_id} />}
          </>
        )}
      </div>
      {data && !isUnknown && <Who order={data} />}
      {isUnknown && <ErrorPanel title={LOAD_FAILED} note="No existe ese pedido, o alguien lo eliminó." />}
      {isError && !isUnknown && (
        <ErrorPanel
          title={LOAD_FAILED}
          note={error.message === LOAD_FAILED ? undefined : error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && !isUnknown && <OrderSkeleton />}
      {data && !isUnknown && <OneOrder key={data.id} order={data} />}
    </div>
  )
}

/** Whose order it is, how to call them, and its total. */
function Who({ order }: { order: AdminOrder }) {
  return (
    <p className="admin-order-who">
      <strong>{recipientOf(order)}</strong>
      {order.customer_phone !== '' && <a href={`tel:${order.customer_phone}`}>{order.customer_phone}</a>}
      <strong>{formatPesos(order.total)}</strong>
    </p>
  )
}

/** The claim of a replacement. */
function ClaimLink({ id }: { id: number }) {
  const admin = useAdminPath()
  return (
    <Link className="admin-order-claim" to={admin.claims({ search: `#${id}` })}>
      {replacementTitle(id)}
    </Link>
  )
}

function OneOrder({ order }: { order: AdminOrder }) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const archive = useChangeOrder(CHANGE_FAILED)
  const desk = useOrderDesk()
  useStatusTold(order, desk)
  const lines = useOrderLines(order)
  const recipient = useOrderRecipient(order)
  const note = useOrderNote(order)
  const isDirty = lines.isDirty || recipient.isDirty
  const { blocker, release } = useLeaveGuard(isDirty || note.isDirty)
  const step = useStep(order, desk)
  const isPhone = useMedia('(width < 48rem)')
  const actions = <OrderActions order={order} archive={archive} onOpen={setDialog} />
  return (
    <>
      {!isPhone && actions}
      <DoneNote order={order} desk={desk} />
      {archive.error && <OrderRefusal title={CHANGE_FAILED} error={archive.error} />}
      <Needs right="orders_write">
        <OrderNextStep order={order} desk={desk} step={step} isBare={isPhone} />
      </Needs>
      {isPhone && actions}
      <Columns {...{ order, desk, lines, recipient, note }} />
      {isPhone && !isDirty && (
        <Needs right="orders_write">
          <OrderStepBar order={order} step={step} />
        </Needs>
      )}
      <LeaveDialog blocker={blocker} />
      <OrderDeskDialogs order={order} desk={desk} {...(lines.isDirty && { unsaved: lines.total })} />
      <Dialogs order={order} open={dialog} onDeleted={release} onClose={() => setDialog(undefined)} />
    </>
  )
}

/** Tells a change of state, also by another person. */
function useStatusTold(order: AdminOrder, desk: OrderDesk): void {
  const [told, setTold] = useState(order.status)
  if (told === order.status) return
  setTold(order.status)
  desk.tell(statusChangedText(order))
}

interface ColumnsProps {
  order: AdminOrder
  desk: OrderDesk
  lines: ReturnType<typeof useOrderLines>
  recipient: ReturnType<typeof useOrderRecipient>
  note: OrderNote
}

function Columns({ order, desk, lines, recipient, note }: ColumnsProps) {
  return (
    <div className="admin-order-columns stack-4">
      <Panel title="Productos">
        <OrderLinesForm order={order} form={lines} />
      </Panel>
      <div className="admin-order-side stack-4">
        <OrderPayments order={order} desk={desk} />
        <OrderDelivery order={order} desk={desk} />
        <OrderRecipient order={order} form={recipient} />
      </div>
      <OrderHistory order={order} note={note} />
    </div>
  )
}

/** The last action; offers to record the payment of a completed order with a balance. */
function DoneNote({ order, desk }: { order: AdminOrder; desk: OrderDesk }) {
  const may = useMay()
  const isNext = order.next_action === 'collect'
  const owes =
    may('orders_write') && desk.done !== '' && order.status === 'completed' && order.balance > 0 && !isNext
  return (
    <div className="admin-order-done">
      <output>{desk.done}</output>
      {owes && (
        <button type="button" className="button secondary" onClick={() => desk.show({ kind: 'payment' })}>
          {`Anotar el pago de ${formatPesos(order.balance)}`}
        </button>
      )}
    </div>
  )
}

interface DialogsProps {
  order: AdminOrder
  open: OpenDialog | undefined
  onDeleted: () => void
  onClose: () => void
}

function Dialogs({ order, open, onDeleted, onClose }: DialogsProps) {
  const leave = useLeave(order.id)
  if (open === 'status')
    return (
      <OrderStatusDialog
        order={order}
        failedText={CHANGE_FAILED}
        doneText={() => CHANGED}
        onChanged={onClose}
        onClose={onClose}
      />
    )
  if (open === 'message') return <MessageDialog order={order} onClose={onClose} />
  return (
    open && (
      <OrderDeleteDialog
        order={order}
        failedText={() => DELETE_FAILED}
        doneText={DELETED}
        onDeleted={() => {
          onDeleted()
          leave()
        }}
        onClose={onClose}
      />
    )
  )
}

/** Returns to the list, with the focus on the next row. */
function useLeave(id: number) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // Determined while the order is still in the list.
  const row = nextInList(client, id)
  return () => void navigate(LIST, { state: { row } })
}

function OrderSkeleton() {
  return (
    <div className="admin-order-columns stack-4" aria-busy="true">
      <LoadingNote />
      <CardSkeleton className="admin-order-skeleton" parts={['title', 'picture', 'line', 'line']} />
      <CardSkeleton className="admin-order-skeleton" parts={['title', 'line', 'line', 'buttons']} />
    </div>
  )
}
