import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { AgreementDialog } from './agreement-dialog.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { LotsDialog } from './lots-dialog.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import type { OrderDesk } from '../use-order-desk.ts'
import { formatPesos } from '../../../../contract/money.ts'
import { VOID_REASON, VOID_REASON_LENGTH } from '../../../../contract/orders/order-desk.ts'
import type { OrderPayment } from '../../../../contract/orders/order-parts.ts'
import { requiredError } from '../../../../contract/sentences.ts'
import { voidPayment } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { useOrderMark } from '../use-order-change.ts'

interface OrderDeskDialogsProps {
  order: AdminOrder
  desk: OrderDesk
  /** The total (pesos) with unsaved edits of its lines. */
  unsaved?: number
}

/** The dialogs that the cards of an order open. */
export function OrderDeskDialogs({ order, desk, unsaved }: OrderDeskDialogsProps) {
  const { open, close } = desk
  if (open === undefined) return null
  if (open.kind === 'agreement') return <AgreementDialog order={order} onClose={close} />
  if (open.kind === 'delivery') return <DeliveryDialog order={order} desk={desk} />
  if (open.kind === 'lots') return <LotsDialog order={order} onClose={close} />
  if (open.kind === 'expiry') return <ExpiryDialog order={order} onClose={close} />
  if (open.kind !== 'void') return <PaymentDialog {...{ order, unsaved }} kind={open.kind} onClose={close} />
  const payment = order.payments.find(({ id }) => id === open.id)
  return payment && <VoidDialog order={order} payment={payment} onClose={close} />
}

const FAILED = 'Error al anular el pago'

interface VoidDialogProps {
  order: AdminOrder
  payment: OrderPayment
  onClose: () => void
}

/** Voids a payment or refund recorded by mistake. */
function VoidDialog({ order, payment, onClose }: VoidDialogProps) {
  const form = useVoid(order, payment, onClose)
  const what = payment.kind === 'payment' ? 'el pago' : 'la devolución'
  return (
    <ActionDialog
      title={`¿Anular ${what} de ${formatPesos(payment.amount)}?`}
      form={form}
      onSubmit={form.onSubmit}
      onClose={onClose}
      failed={FAILED}
      submitText="Anular"
      busyText="Anulando…"
      intro={<p>{`Queda en el historial como ${payment.kind === 'payment' ? 'anulado' : 'anulada'}.`}</p>}
    >
      <Field label="Motivo" autoComplete="off" maxLength={VOID_REASON_LENGTH} {...form.field('reason')} />
    </ActionDialog>
  )
}

function useVoid(order: AdminOrder, payment: OrderPayment, onDone: () => void) {
  const mark = useOrderMark()
  const form = useForm({
    base: order,
    valuesOf: () => ({ reason: '' }),
    errorsOf: ({ reason }) => ({ reason: requiredError(reason, VOID_REASON) }),
    idOf: (field) => `void-${field}`,
    failed: FAILED,
  })
  const done = payment.kind === 'payment' ? 'Pago anulado' : 'Devolución anulada'
  const send = async (body: { reason: string }) => {
    await mark(() => call(voidPayment, { params: { id: order.id, payment: payment.id }, body }), done)
    onDone()
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}
