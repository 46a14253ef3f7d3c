import type { Order } from '../../contract/orders.ts'
import type { Session } from '../session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { recipientOf } from './order-words.ts'
import { useDeleteOrder } from './use-order-change.ts'

interface OrderDeleteDialogProps {
  session: Session | null
  order: Order
  failedText: (error: Error) => string
  doneText: string
  onDeleted: () => void
  onClose: () => void
}

export function OrderDeleteDialog(props: OrderDeleteDialogProps) {
  const { session, order, failedText, doneText, onDeleted, onClose } = props
  const { mutate, isPending, error } = useDeleteOrder(session, failedText)
  const confirm = () =>
    mutate(order, {
      onSuccess: () => {
        showToast('success', doneText)
        onDeleted()
      },
    })
  return (
    <ConfirmDialog
      open
      title={`¿Eliminar el Pedido #${order.id}?`}
      confirmText="Eliminar"
      busyText="Eliminando…"
      busy={isPending}
      error={error ? failedText(error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{`Pedido de ${recipientOf(order)}. No se puede deshacer. ${effectOf(order)}`}</p>
      {!order.is_archived && order.status !== 'cancelled' && (
        <p className="admin-note">Para quitarlo de la lista sin borrarlo alcanza con archivarlo.</p>
      )}
    </ConfirmDialog>
  )
}

function effectOf({ status }: Order): string {
  if (status === 'pending') return 'Los productos vuelven al stock.'
  return status === 'completed'
    ? 'El stock no cambia: los productos ya se entregaron.'
    : 'El stock no cambia: los productos ya volvieron.'
}
