import { type FormEvent, useState } from 'react'
import {
  holdsStock,
  ORDER_STATUS_LABEL,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { getOrder } from '../../../../contract/orders/calls.ts'
import { call, Refusal } from '../../../data/api.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { recipientOf } from '../order-words.ts'
import { counted } from '../../kit/counted.ts'
import { submitByKey } from '../../kit/submit-by-key.ts'
import { isOutOfDate, useChangeOrder } from '../use-order-change.ts'
import { NotifyField, ReasonField } from './order-fields.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import '../../kit/controls.css'

interface OrderStatusDialogProps {
  order: AdminOrder
  /** The list and the page of one order have different texts. */
  failedText: string
  doneText: (status: OrderStatus) => string
  onChanged: (order: AdminOrder, before: OrderStatus) => void
  onClose: () => void
}

interface Meant {
  with_held?: true
  reason?: string
  notify?: boolean
}

/** Sets any of the three states, chosen from a list. To cancel, also why and whether the customer is told by mail. */
export function OrderStatusDialog(props: OrderStatusDialogProps) {
  const { failedText, onClose } = props
  const { order, choose, isPending, error } = useStatusChange(props)
  // A choice from a state that somebody else changed counts no more.
  const [choice, setChoice] = useState({ from: order.status, to: order.status })
  const status = choice.from === order.status ? choice.to : order.status
  const [reason, setReason] = useState('')
  const [notify, setNotify] = useState<boolean>()
  const cancels = status === 'cancelled' && order.status !== 'cancelled'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose(status, {
      ...(cancels && reason.trim() !== '' && { reason: reason.trim() }),
      ...(cancels && notify !== undefined && { notify }),
    })
  }
  return (
    <Dialog open onClose={onClose} title={`Cambiar estado del Pedido #${order.id}`} busy={isPending}>
      <p>{`${recipientOf(order)} · ${counted(order.order_products.length, 'producto', 'productos')}`}</p>
      {error && (
        <OrderRefusal
          title={failedText}
          error={error}
          onConfirm={() => choose('completed', { with_held: true })}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl Enter is a shortcut for the button */}
      <form className="action-form stack-3" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <ChoiceField
          label="Estado"
          hint={<span role="status">{effectOf(order.status, status)}</span>}
          names={ORDER_STATUS_LABEL}
          value={status}
          onChange={({ target }) =>
            setChoice({
              from: order.status,
              to: ORDER_STATUSES.find((one) => one === target.value) ?? order.status,
            })
          }
        />
        {cancels && (
          <>
            <ReasonField optional value={reason} onChange={(event) => setReason(event.target.value)} />
            <NotifyField
              order={order}
              setting="mail_cancelled"
              hint="Le llega que el pedido se canceló, sin el motivo."
              notify={notify}
              onChange={setNotify}
            />
          </>
        )}
        <div className="dialog-actions">
          <button type="button" className="button secondary" onClick={onClose}>
            Volver
          </button>
          <BusyButton
            className={cancels ? 'danger' : undefined}
            type="submit"
            busy={isPending}
            busyText={cancels ? 'Cancelando…' : 'Guardando…'}
            title="Ctrl Enter"
          >
            {cancels ? 'Cancelar el pedido' : 'Guardar'}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  )
}

function useStatusChange({ order: shown, failedText, doneText, onChanged, onClose }: OrderStatusDialogProps) {
  const { mutate, isPending, error, variables } = useChangeOrder(failedText)
  const [read, setRead] = useState<AdminOrder>()
  const order = read !== undefined && read.version > shown.version ? read : shown
  /** After a refusal: the current order, or why it no longer exists. */
  const readAgain = async (refusal: Error) => {
    if (!isOutOfDate(refusal)) return
    try {
      setRead(await call(getOrder, { params: { id: shown.id } }))
    } catch (reason) {
      if (!(reason instanceof Refusal) || reason.status !== 404) return
      onClose()
      showToast('error', `Otra persona eliminó el Pedido #${shown.id}`)
    }
  }
  const choose = (status: OrderStatus, meant: Meant = {}) => {
    if (isPending) return
    if (status === order.status) return onClose()
    mutate(
      { order, change: { status, ...meant } },
      {
        onSuccess: (changed) => {
          showToast('success', doneText(changed.status))
          onChanged(changed, order.status)
        },
        onError: (refusal) => void readAgain(refusal),
      },
    )
  }
  const isStale = error instanceof Refusal && error.code === 'STALE'
  // Also when the page below has refetched the order.
  const showsNewer = variables !== undefined && order.version > variables.order.version
  return {
    order,
    choose,
    isPending,
    error: isStale && showsNewer ? new Error(askAgainText(order)) : error,
  }
}

function askAgainText({ status }: AdminOrder): string {
  return `Otra persona cambió el pedido. Ahora está ${ORDER_STATUS_LABEL[status]}: elegí de nuevo.`
}

function effectOf(from: OrderStatus, to: OrderStatus): string {
  if (from === to) return 'Estado actual'
  if (holdsStock(from) === holdsStock(to)) return 'El stock queda como está'
  return holdsStock(to) ? 'Vuelve a tomar el stock' : 'Devuelve los productos al stock'
}

export function statusChangedText(order: AdminOrder): string {
  return `Pedido #${order.id}: ${ORDER_STATUS_LABEL[order.status]}`
}
