import { useState } from 'react'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { useRowDialog } from '../../kit/use-row-dialog.ts'
import { OrderDeleteDialog } from '../dialogs/order-delete-dialog.tsx'
import { OrderStatusDialog, statusChangedText } from '../dialogs/order-status-dialog.tsx'
import { changedText, DELIVERY_FAILED, STATUS_FAILED, useChangeOrder } from '../use-order-change.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Printer, RefreshCcwDot, SquareArrowOutUpRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { ORDER_CANCELLED } from '../../../../contract/warranty/claim-rules.ts'
import { markDelivery, patchOrder } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { BulkBar, BulkButtons } from '../../kit/bulk-bar.tsx'
import { type Problem, withReason } from '../../kit/problem.tsx'
import { useBulkRun } from '../../kit/use-bulk-run.ts'
import { useSelection } from '../../kit/use-selection.ts'
import { useStable } from '../../kit/use-stable.ts'
import { Needs } from '../../shell/rights.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { putChanged, refetchAll } from '../orders-query.ts'
import { LineProduct } from '../../../shop/order-lines/line-product.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { OrderLinesTable } from '../../../shop/order-lines/order-lines-table.tsx'
import { OrderStatusBadge } from '../../../shop/order-status-badge.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { formatMoment } from '../../../shop/dates.ts'
import { OrderContact } from '../page/order-contact.tsx'
import { RecipientFacts } from '../page/order-recipient.tsx'
import './orders-page.css'
import '../../kit/controls.css'

/** Which dialog is open over the list. */
export type OrderDialogKind = 'details' | 'status' | 'delete'

/** The last action of the list, with its undo. */
interface Done {
  text: string
  order: AdminOrder
  undo?: { status?: OrderStatus; is_archived?: boolean }
}

type DoneOf = (changed: AdminOrder) => Done

type ListedChanges = ReturnType<typeof useListedChanges>

/** Actions of the list: a row that no longer belongs to it is removed, and the last action can be undone. */
export function useListedChanges(settle: (order: AdminOrder, said: string) => void) {
  const [done, setDone] = useState<Done>()
  const archive = useChangeOrder(STATUS_FAILED)
  const changeAnd = (order: AdminOrder, change: NonNullable<Done['undo']>, doneOf: DoneOf) =>
    archive.mutate(
      { order, change },
      {
        onSuccess: (changed) => {
          showToast('success', changedText(change.status ?? 'pending'))
          settle(changed, '')
          setDone(doneOf(changed))
        },
      },
    )
  return {
    archive,
    done,
    settle,
    tell: setDone,
    forget: () => setDone(undefined),
    toggleArchive: (order: AdminOrder) => {
      const is_archived = !order.is_archived
      changeAnd(order, { is_archived }, (changed) => ({
        text: `Pedido #${order.id}: ${is_archived ? 'archivado' : 'fuera del archivo'}`,
        order: changed,
        undo: { is_archived: order.is_archived },
      }))
    },
    undo: ({ order, undo }: Done) =>
      undo &&
      changeAnd(order, undo, (changed) => ({
        text: `Deshecho. ${statusChangedText(changed)}`,
        order: changed,
      })),
  }
}

/** The last action, with its undo button. */
export function LastChange({ changes: { done, archive, undo } }: { changes: ListedChanges }) {
  return (
    <div className="admin-done">
      <output>{done?.text}</output>
      {done?.undo && (
        <BusyButton className="quiet" busy={archive.isPending} onClick={() => undo(done)}>
          Deshacer
          <span className="visually-hidden">: {done.text}</span>
        </BusyButton>
      )}
    </div>
  )
}

interface OrderDialogsProps {
  dialog: ReturnType<typeof useRowDialog<OrderDialogKind, AdminOrder>>
  changes: ListedChanges
  onDeleted: (id: number) => void
}

/** The dialogs over the list, about one of its orders. */
export function OrderDialogs({ dialog: { open, show, close }, changes, onDeleted }: OrderDialogsProps) {
  if (!open) return null
  const order = open.row
  if (open.kind === 'details')
    return <OrderDetailsDialog order={order} onChangeStatus={() => show('status', order)} onClose={close} />
  if (open.kind === 'status')
    return (
      <OrderStatusDialog
        order={order}
        failedText={STATUS_FAILED}
        doneText={changedText}
        onChanged={(changed, before) => {
          changes.settle(changed, '')
          changes.tell({ text: statusChangedText(changed), order: changed, undo: { status: before } })
        }}
        onClose={close}
      />
    )
  const deletedText = `Pedido #${order.id} eliminado correctamente`
  return (
    <OrderDeleteDialog
      order={order}
      failedText={(error) => `Error al eliminar el pedido: ${error.message}`}
      doneText={deletedText}
      onDeleted={() => {
        close()
        onDeleted(order.id)
        changes.tell({ text: deletedText, order })
      }}
      onClose={close}
    />
  )
}

interface BulkAction {
  name: string
  failed: string
  /** Why an order is skipped. */
  skips?: (order: AdminOrder) => string | undefined
  send: (order: AdminOrder) => Promise<AdminOrder>
}

const mark = (order: AdminOrder, state: 'prepared' | 'handed') => {
  const { id, version, delivery_type, delivery_state: was } = order
  const how = delivery_type === 'address' ? ('shipped' as const) : ('in_person' as const)
  const body = { state, was, version, ...(state === 'handed' && { how }) }
  return call(markDelivery, { params: { id }, body })
}

/** Why an order is skipped: marking it again would overwrite how it was handed over. */
const isHanded = ({ delivery_state, delivery_state_display }: AdminOrder) =>
  delivery_state === 'handed' ? `Ya está ${delivery_state_display.toLowerCase()}` : undefined

const isCancelled = ({ status }: AdminOrder) => (status === 'cancelled' ? ORDER_CANCELLED : undefined)

const change = ({ id, version }: AdminOrder, part: { status: 'completed' } | { is_archived: true }) =>
  call(patchOrder, { params: { id }, body: { ...part, version } })

const ORDER_ACTIONS: BulkAction[] = [
  {
    name: 'Marcar preparado',
    failed: DELIVERY_FAILED,
    skips: (order) => isCancelled(order) ?? isHanded(order),
    send: (order) => mark(order, 'prepared'),
  },
  {
    name: 'Entregado',
    failed: DELIVERY_FAILED,
    skips: (order) => isCancelled(order) ?? isHanded(order),
    send: (order) => mark(order, 'handed'),
  },
  {
    name: 'Completar',
    failed: STATUS_FAILED,
    skips: isCancelled,
    send: (order) => change(order, { status: 'completed' }),
  },
  { name: 'Archivar', failed: STATUS_FAILED, send: (order) => change(order, { is_archived: true }) },
]

type BulkOrders = ReturnType<typeof useBulkOrders>

/** The selected orders, and one action for all of them; `settle` gets those that it changed. */
export function useBulkOrders(
  orders: readonly AdminOrder[],
  settle: (changed: readonly AdminOrder[]) => void,
) {
  const client = useQueryClient()
  const selection = useSelection(orders.map(({ id }) => id))
  const { run, start, dismiss } = useBulkRun<BulkAction>()
  const chosen = orders.filter(({ id }) => selection.selected.has(id))
  const startAll = async (action: BulkAction) => {
    const nameOf = ({ id }: AdminOrder) => `Pedido #${id}`
    const changed: AdminOrder[] = []
    const attempt = (order: AdminOrder) => tryOne(client, order, action, changed)
    selection.set(await start(action, chosen, nameOf, attempt))
    settle(changed)
    refetchAll(client)
  }
  return {
    selected: selection.selected,
    choose: useStable(selection.select),
    clear: () => selection.set([]),
    run,
    start: (action: BulkAction) => void startAll(action),
    dismiss,
  }
}

/** Adds the order to `changed`, or tells why not. */
async function tryOne(
  client: QueryClient,
  order: AdminOrder,
  { skips, send, failed }: BulkAction,
  changed: AdminOrder[],
): Promise<Problem | undefined> {
  const skipped = skips?.(order)
  if (skipped) return { text: skipped }
  try {
    const sent = await send(order)
    changed.push(sent)
    await putChanged(client, sent)
    return undefined
  } catch (error) {
    return withReason(failed, error)
  }
}

export function OrdersBulkBar({ bulk: { selected, run, start, clear } }: { bulk: BulkOrders }) {
  const admin = useAdminPath()
  return (
    <BulkBar label="Pedidos elegidos" count={selected.size} onClear={clear}>
      <Needs right="orders_write">
        <BulkButtons actions={ORDER_ACTIONS} run={run} onAct={start} />
      </Needs>
      <Link className="button secondary" to={admin.printOrders([...selected])}>
        <Printer aria-hidden="true" size={20} />
        Imprimir
      </Link>
    </BulkBar>
  )
}

/** The details of one order, over the list. */
function OrderDetailsDialog({
  order,
  onChangeStatus,
  onClose,
}: {
  order: AdminOrder
  onChangeStatus: () => void
  onClose: () => void
}) {
  const admin = useAdminPath()
  const { search } = useLocation()
  return (
    <Dialog open onClose={onClose} title={`Pedido #${order.id}`} className="order-peek">
      <p className="order-peek-when admin-row">
        <OrderStatusBadge status={order.status} />
        {order.is_archived && <span className="badge">Archivado</span>}
        <time dateTime={order.created_at}>{formatMoment(order.created_at)}</time>
      </p>
      <OrderLinesTable order={order}>{(line) => <LineProduct line={line} />}</OrderLinesTable>
      <RecipientFacts order={order} />
      <div className="admin-actions wrap-2">
        <Needs right="orders_write">
          <IconButton icon={RefreshCcwDot} text="Cambiar estado" onClick={onChangeStatus} />
        </Needs>
        <OrderContact channel="whatsapp" order={order} />
        <OrderContact channel="email" order={order} />
        <Link className="button secondary" to={admin.order(order.id)} state={{ from: search }}>
          <SquareArrowOutUpRight aria-hidden="true" size={20} />
          Abrir el pedido
        </Link>
      </div>
    </Dialog>
  )
}
