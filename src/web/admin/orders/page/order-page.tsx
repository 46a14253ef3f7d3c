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
import { MessageDialog } from '../dialogs/message-dialog.tsx'
import { OrderDeleteDialog } from '../dialogs/order-delete-dialog.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { type OrderDesk, OrderDeskDialogs, useOrderDesk } from '../dialogs/order-desk-dialogs.tsx'
import { OrderHistory, useOrderNote } from './order-history.tsx'
import { OrderLinesForm } from './order-lines-form.tsx'
import { OrderNextStep, OrderStepBar, useStep } from './order-next-step.tsx'
import { OrderPayments } from './order-payments.tsx'
import { OrderRecipient, useOrderRecipient } from './order-recipient.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { OrderStatusDialog, statusChangedText } from '../dialogs/order-status-dialog.tsx'
import { CHANGE_FAILED, CHANGED, recipientOf } from '../order-words.ts'
import { nextInList, oneOrder } from '../orders-query.ts'
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts'
import { useChangeOrder } from '../use-order-change.ts'
import { useOrderLines } from './use-order-lines.ts'
import { Panel } from '../../shell/panel.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { HeldInOrder } from '../../lots/held-lot.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { Needs, useMay } from '../../shell/rights.tsx'
import { Archive, ArchiveRestore, MessageSquareText, Printer, RefreshCcwDot, Trash2 } from 'lucide-react'
import { firstClick } from '../../../browser/first-click.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { MoreMenu } from '../../kit/more-menu.tsx'
import { OrderContacts } from './order-contact.tsx'
import '../list/orders-page.css'
import './order-page.css'

const LOAD_FAILED = 'Error al cargar los detalles del pedido.'
const DELETE_FAILED = 'Error al eliminar el pedido.'
const DELETED = 'Pedido eliminado correctamente.'

/** Whichever prefix the order is seen under. */
const LIST = adminPaths('/admin').orders()

/** Everything about one order. */
export default function OrderPage() {
  const admin = useAdminPath()
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
      <div className="admin-row">
        <h1 tabIndex={-1}>{id === undefined ? 'Pedido' : `Pedido #${id}`}</h1>
        {data && !isUnknown && (
          <>
            <OrderStatusBadge status={data.status} />
            <HeldInOrder order={data} />
            {data.is_archived && <span className="badge">Archivado</span>}
            <time className="note" dateTime={data.created_at}>
              {formatMoment(data.created_at)}
            </time>
            {data.claim_id !== null && (
              <Link className="admin-line-link" to={admin.claims({ search: `#${data.claim_id}` })}>
                {replacementTitle(data.claim_id)}
              </Link>
            )}
          </>
        )}
      </div>
      {data && !isUnknown && (
        <p className="admin-order-who admin-row-tight">
          <strong>{recipientOf(data)}</strong>
          {data.customer_phone !== '' && (
            <a className="admin-line-link" href={`tel:${data.customer_phone}`}>
              {data.customer_phone}
            </a>
          )}
          <strong className="admin-amount">{formatPesos(data.total)}</strong>
        </p>
      )}
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

/** The last action; offers to record the payment of a completed order with a balance. */
function DoneNote({ order, desk }: { order: AdminOrder; desk: OrderDesk }) {
  const may = useMay()
  const isNext = order.next_action === 'collect'
  const owes =
    may('orders_write') && desk.done !== '' && order.status === 'completed' && order.balance > 0 && !isNext
  return (
    <div className="admin-order-done admin-row">
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
  const navigate = useNavigate()
  // Determined while the order is still in the list.
  const next = nextInList(useQueryClient(), order.id)
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
          // To the list, with the focus on the next row.
          void navigate(LIST, { state: { row: next } })
        }}
        onClose={onClose}
      />
    )
  )
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

type OpenDialog = 'status' | 'message' | 'delete'

/** Actions of the whole order, in the page's header: rare ones behind '⋯', deleting apart. */
function OrderActions({
  order,
  archive,
  onOpen,
}: {
  order: AdminOrder
  archive: ReturnType<typeof useChangeOrder>
  onOpen: (dialog: OpenDialog) => void
}) {
  const admin = useAdminPath()
  const { is_archived: isArchived } = order
  const toggleArchive = () => {
    const onSuccess = () => showToast('success', CHANGED)
    archive.mutate({ order, change: { is_archived: !isArchived } }, { onSuccess })
  }
  // 'Completar' has the key when it is the next step.
  const hasKey = order.next_action !== 'finish'
  return (
    <div className="admin-head-actions row-2">
      <Needs right="orders_write">
        <IconButton
          icon={RefreshCcwDot}
          text="Cambiar estado"
          data-key={hasKey ? 'e' : undefined}
          title={hasKey ? 'Cambiar estado (e)' : undefined}
          aria-haspopup="dialog"
          onClick={() => onOpen('status')}
        />
      </Needs>
      <OrderContacts order={order} />
      <MoreMenu>
        <IconButton
          icon={MessageSquareText}
          text="Otro mensaje"
          of={` por el pedido #${order.id}`}
          aria-haspopup="dialog"
          onClick={() => onOpen('message')}
        />
        <Link className="button secondary" to={admin.printOrders([order.id])}>
          <Printer aria-hidden="true" size={20} />
          Imprimir
        </Link>
        <Needs right="orders_write">
          <IconButton
            icon={isArchived ? ArchiveRestore : Archive}
            text={isArchived ? 'Quitar del archivo' : 'Archivar'}
            aria-disabled={archive.isPending || undefined}
            onClick={firstClick(toggleArchive)}
          />
        </Needs>
      </MoreMenu>
      <Needs right="everything">
        <IconButton
          icon={Trash2}
          className="admin-delete"
          text="Eliminar"
          data-key="Delete"
          title="Eliminar (Supr)"
          aria-haspopup="dialog"
          onClick={() => onOpen('delete')}
        />
      </Needs>
    </div>
  )
}
