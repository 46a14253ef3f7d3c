import { useState } from 'react'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { useRowDialog } from '../../kit/use-row-dialog.ts'
import { OrderDeleteDialog } from '../dialogs/order-delete-dialog.tsx'
import { OrderDetailsDialog } from '../dialogs/order-details-dialog.tsx'
import { OrderStatusDialog, statusChangedText } from '../dialogs/order-status-dialog.tsx'
import { changedText, STATUS_FAILED, useChangeOrder } from '../use-order-change.ts'

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
