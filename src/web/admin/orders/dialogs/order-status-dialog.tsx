import { Check } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PRICE_REASON_LENGTH } from '../../../../contract/orders/order-desk.ts'
import {
  holdsStock,
  ORDER_STATUS_LABEL,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { firstClick } from '../../../browser/first-click.ts'
import { call, Refusal } from '../../../data/api.ts'
import { OrderStatusBadge } from '../../../shop/order-status-badge.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useShortcutsOn } from '../../shell/keyboard.ts'
import { OrderRefusal } from '../order-refusal.tsx'
import { recipientOf } from '../order-words.ts'
import { counted } from '../../kit/counted.ts'
import { isOutOfDate, useChangeOrder } from '../use-order-change.ts'
import { NotifyField } from './notify-field.tsx'
import '../../kit/action-dialog.css'
import './order-status-dialog.css'

interface OrderStatusDialogProps {
  order: AdminOrder
  /** The list and the page of one order have different texts. */
  failedText: string
  doneText: (status: OrderStatus) => string
  onChanged: (order: AdminOrder, before: OrderStatus) => void
  onClose: () => void
}

/** Sets any of the three states, by button or `1`, `2`, `3`. */
export function OrderStatusDialog(props: OrderStatusDialogProps) {
  const { failedText, onClose } = props
  const { order, choose, isPending, error, sending } = useStatusChange(props)
  const first = useRef<HTMLButtonElement>(null)
  const [isCancelling, setIsCancelling] = useState(false)
  const pick = (status: OrderStatus) =>
    status === 'cancelled' && order.status !== 'cancelled' ? setIsCancelling(true) : choose(status)
  useNumberKeys((number) => {
    const status = ORDER_STATUSES[number - 1]
    if (status && !isCancelling) pick(status)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Cambiar estado del Pedido #${order.id}`}
      busy={isPending}
      initialFocus={first}
      className="order-status-dialog"
    >
      <p>{`${recipientOf(order)} · ${counted(order.order_products.length, 'producto', 'productos')}`}</p>
      {error && (
        <OrderRefusal
          title={failedText}
          error={error}
          onConfirm={() => choose('completed', { with_held: true })}
        />
      )}
      {isCancelling && order.status !== 'cancelled' ? (
        <CancelForm
          order={order}
          isBusy={isPending}
          onCancel={(meant) => choose('cancelled', meant)}
          onBack={() => setIsCancelling(false)}
        />
      ) : (
        <StatusChoices
          now={order.status}
          sending={sending}
          isBusy={isPending}
          first={first}
          onChoose={pick}
        />
      )}
    </Dialog>
  )
}

interface Meant {
  with_held?: true
  reason?: string
  notify?: boolean
}

interface CancelFormProps {
  order: AdminOrder
  isBusy: boolean
  onCancel: (meant: Meant) => void
  onBack: () => void
}

/** Why, and whether the customer is told by mail. */
function CancelForm({ order, isBusy, onCancel, onBack }: CancelFormProps) {
  const [reason, setReason] = useState('')
  const [notify, setNotify] = useState<boolean>()
  const field = useRef<HTMLInputElement>(null)
  // The pressed choice is gone.
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCancel({
      ...(reason.trim() !== '' && { reason: reason.trim() }),
      ...(notify !== undefined && { notify }),
    })
  }
  return (
    <form className="action-form" noValidate onSubmit={submit}>
      <Field
        ref={field}
        label="Motivo"
        optional
        hint="Queda en una nota interna"
        autoComplete="off"
        maxLength={PRICE_REASON_LENGTH}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <NotifyField
        order={order}
        setting="mail_cancelled"
        hint="Le llega que el pedido se canceló, sin el motivo."
        notify={notify}
        onChange={setNotify}
      />
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={onBack}>
          Volver
        </button>
        <BusyButton className="danger" type="submit" busy={isBusy} busyText="Cancelando…">
          Cancelar el pedido
        </BusyButton>
      </div>
    </form>
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
      setRead(await call('getOrder', { params: { id: shown.id } }))
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
    sending: isPending ? variables.change.status : undefined,
  }
}

function askAgainText({ status }: AdminOrder): string {
  return `Otra persona cambió el pedido. Ahora está ${ORDER_STATUS_LABEL[status]}: elegí de nuevo.`
}

interface StatusChoicesProps {
  now: OrderStatus
  /** The status being sent. */
  sending: OrderStatus | undefined
  isBusy: boolean
  first: RefObject<HTMLButtonElement | null>
  onChoose: (status: OrderStatus) => void
}

function StatusChoices({ now, sending, isBusy, first, onChoose }: StatusChoicesProps) {
  return (
    <ul className="order-status-choices" aria-label="Estado nuevo">
      {ORDER_STATUSES.map((status, i) => (
        <li key={status}>
          <button
            type="button"
            ref={i === 0 ? first : undefined}
            aria-current={status === now || undefined}
            aria-keyshortcuts={String(i + 1)}
            aria-busy={sending === status || undefined}
            aria-disabled={isBusy || undefined}
            onClick={firstClick(() => onChoose(status))}
          >
            <OrderStatusBadge status={status} />
            <span className="order-status-effect">{effectOf(now, status)}</span>
            {status === now && <Check aria-hidden="true" size={20} />}
            <kbd aria-hidden="true">{i + 1}</kbd>
          </button>
        </li>
      ))}
    </ul>
  )
}

function effectOf(from: OrderStatus, to: OrderStatus): string {
  if (from === to) return 'Estado actual'
  if (holdsStock(from) === holdsStock(to)) return 'El stock queda como está'
  return holdsStock(to) ? 'Vuelve a tomar el stock' : 'Devuelve los productos al stock'
}

export function statusChangedText(order: AdminOrder): string {
  return `Pedido #${order.id}: ${ORDER_STATUS_LABEL[order.status]}`
}

/** Digits pressed while a dialog is open; not in text fields, and not when shortcuts are off. */
export function useNumberKeys(onNumber: (number: number) => void): void {
  const isOn = useShortcutsOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return
    const { target } = event
    const isText =
      target instanceof HTMLElement && target.matches('textarea, input:not([type=radio]), select')
    if (isText) return
    // Else a field that it opens takes the digit.
    event.preventDefault()
    onNumber(Number(event.key))
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
