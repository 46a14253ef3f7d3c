import { useQueryClient } from '@tanstack/react-query'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { deleteOrder } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { DeleteDialog } from '../../kit/delete-dialog.tsx'
import { recipientOf } from '../order-words.ts'
import { showDeleted } from '../orders-query.ts'

interface OrderDeleteDialogProps {
  order: AdminOrder
  failedText: (error: Error) => string
  doneText: string
  onDeleted: () => void
  onClose: () => void
}

export function OrderDeleteDialog(props: OrderDeleteDialogProps) {
  const { order, failedText, doneText, onDeleted, onClose } = props
  const client = useQueryClient()
  const gone = () => {
    onDeleted()
    void showDeleted(client, order.id)
  }
  return (
    <DeleteDialog
      title={`¿Eliminar el Pedido #${order.id}?`}
      remove={() => call(deleteOrder, { params: { id: order.id } })}
      failed={(error) => ({ text: failedText(error instanceof Error ? error : new Error(String(error))) })}
      done={doneText}
      onDeleted={gone}
      onClose={onClose}
    >
      <p>{`Pedido de ${recipientOf(order)}. No se puede deshacer. ${effectOf(order)}`}</p>
      {!order.is_archived && order.status !== 'cancelled' && (
        <p className="admin-note">Para quitarlo de la lista sin borrarlo alcanza con archivarlo.</p>
      )}
    </DeleteDialog>
  )
}

function effectOf({ status }: AdminOrder): string {
  if (status === 'pending') return 'Los productos vuelven al stock.'
  return status === 'completed'
    ? 'El stock no cambia: los productos ya se entregaron.'
    : 'El stock no cambia: los productos ya volvieron.'
}
