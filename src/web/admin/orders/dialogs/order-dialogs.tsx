import { OrderDeleteDialog } from './order-delete-dialog.tsx'
import { OrderDetailsDialog } from './order-details-dialog.tsx'
import { OrderStatusDialog, statusChangedText } from './order-status-dialog.tsx'
import { changedText, STATUS_FAILED } from '../use-order-change.ts'
import type { ListedChanges, OrderDialog, OrdersList } from '../list/use-orders-list.ts'

interface OrderDialogsProps {
  dialog: OrderDialog
  changes: ListedChanges
  list: OrdersList
}

/** The dialogs over the list, about one of its orders. */
export function OrderDialogs({ dialog: { open, show, close }, changes, list }: OrderDialogsProps) {
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
          close()
          changes.settle(changed)
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
        list.drop(order.id)
        changes.tell({ text: deletedText, order })
      }}
      onClose={close}
    />
  )
}
