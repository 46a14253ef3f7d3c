import { useState } from 'react'
import { formatPesos } from '../../../../contract/money.ts'
import {
  expiryError,
  PAYMENT_STATE_LABEL,
  type PaymentMethod,
  VOID_REASON,
  VOID_REASON_LENGTH,
} from '../../../../contract/orders/order-desk.ts'
import type { OrderPayment } from '../../../../contract/orders/order-parts.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { requiredError } from '../../../../contract/sentences.ts'
import { agreePayment, setExpiry, voidPayment } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { useForm } from '../../../forms/use-form.ts'
import { dayOf } from '../../../shop/dates.ts'
import { Field } from '../../../ui/form/field.tsx'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { useOrderMark } from '../use-order-change.ts'
import { DeliveryDialog, LotsDialog } from './delivery-dialog.tsx'
import { MethodField } from './order-fields.tsx'
import { PaymentDialog } from './payment-dialog.tsx'

type DeskDialog =
  | { kind: 'payment' | 'refund' | 'agreement' | 'delivery' | 'expiry' | 'lots' }
  | { kind: 'void'; id: number }

export type OrderDesk = ReturnType<typeof useOrderDesk>

/** The open dialog and the last action. */
export function useOrderDesk() {
  const [open, show] = useState<DeskDialog>()
  const [done, tell] = useState('')
  return { open, show, close: () => show(undefined), done, tell }
}

interface OrderDeskDialogsProps {
  order: AdminOrder
  desk: OrderDesk
  /** The total (pesos) with unsaved edits of its lines. */
  unsaved?: number
}

/** The dialogs that the cards of an order open. */
export function OrderDeskDialogs({ order, desk: { open, close, tell }, unsaved }: OrderDeskDialogsProps) {
  if (open === undefined) return null
  if (open.kind === 'agreement') return <AgreementDialog order={order} onClose={close} />
  if (open.kind === 'delivery') return <DeliveryDialog order={order} onClose={close} onCompleted={tell} />
  if (open.kind === 'lots') return <LotsDialog order={order} onClose={close} />
  if (open.kind === 'expiry') return <ExpiryDialog order={order} onClose={close} />
  if (open.kind !== 'void') return <PaymentDialog {...{ order, unsaved }} kind={open.kind} onClose={close} />
  const payment = order.payments.find(({ id }) => id === open.id)
  return payment && <VoidDialog order={order} payment={payment} onClose={close} />
}

interface OrderDialogProps {
  order: AdminOrder
  onClose: () => void
}

const AGREEMENT_FAILED = 'Error al anotar el acuerdo'

/** Records the agreed payment method and due date. */
function AgreementDialog({ order, onClose }: OrderDialogProps) {
  const mark = useOrderMark()
  const form = useForm<AdminOrder, { method: PaymentMethod; due_on: string }>({
    base: order,
    valuesOf: ({ agreed_method, agreed_due }) => ({
      method: agreed_method ?? 'transfer',
      due_on: agreed_due ?? '',
    }),
    idOf: (field) => `agreement-${field}`,
    failed: AGREEMENT_FAILED,
  })
  const send = async (method: PaymentMethod | null, due_on: string) => {
    const body = { method, due_on: due_on || null }
    const done = method === null ? 'Acuerdo de pago quitado' : PAYMENT_STATE_LABEL.agreed
    await mark(() => call(agreePayment, { params: { id: order.id }, body }), done)
    onClose()
  }
  return (
    <ActionDialog
      title={`Acordar pago del Pedido #${order.id}`}
      form={form}
      onSubmit={form.onSubmit(({ method, due_on }) => send(method, due_on))}
      onClose={onClose}
      failed={AGREEMENT_FAILED}
      submitText="Acordar pago"
      busyText="Anotando…"
      actions={
        order.agreed_method !== null && (
          <button type="button" className="button quiet" onClick={() => void form.run(() => send(null, ''))}>
            Quitar el acuerdo
          </button>
        )
      }
    >
      <MethodField {...form.field('method')} />
      <Field
        label="Paga hasta"
        hint="Pasada la fecha, el pedido aparece para cobrar"
        optional
        type="date"
        {...form.field('due_on')}
      />
    </ActionDialog>
  )
}

const EXPIRY_FAILED = 'Error al cambiar el vencimiento'
/** The suggested extension. */
const WEEK_MS = 7 * 24 * 60 * 60_000

/** Extends a reservation, or removes its end. */
function ExpiryDialog({ order, onClose }: OrderDialogProps) {
  const mark = useOrderMark()
  const form = useForm<AdminOrder, { expires_on: string }>({
    base: order,
    valuesOf: () => ({ expires_on: dayOf(new Date(Date.now() + WEEK_MS)) }),
    errorsOf: ({ expires_on }) => ({ expires_on: expiryError(expires_on, dayOf()) }),
    idOf: (field) => `expiry-${field}`,
    failed: EXPIRY_FAILED,
  })
  const send = async (expires_on: string | null) => {
    const done = expires_on === null ? 'Reserva sin vencimiento' : 'Reserva extendida'
    await mark(() => call(setExpiry, { params: { id: order.id }, body: { expires_on } }), done)
    onClose()
  }
  return (
    <ActionDialog
      title={`Extender la reserva del Pedido #${order.id}`}
      form={form}
      onSubmit={form.onSubmit(({ expires_on }) => send(expires_on))}
      onClose={onClose}
      failed={EXPIRY_FAILED}
      submitText="Extender"
      busyText="Anotando…"
      isUnsaved={false}
      actions={
        <button type="button" className="button quiet" onClick={() => void form.run(() => send(null))}>
          Sin vencimiento
        </button>
      }
    >
      <Field
        label="Vence"
        hint="El último día de la reserva. Antes le avisamos al cliente por email"
        type="date"
        min={dayOf()}
        {...form.field('expires_on')}
      />
    </ActionDialog>
  )
}

const VOID_FAILED = 'Error al anular el pago'

/** Voids a payment or refund recorded by mistake. */
function VoidDialog({ order, payment, onClose }: OrderDialogProps & { payment: OrderPayment }) {
  const mark = useOrderMark()
  const form = useForm({
    base: { reason: '' },
    errorsOf: ({ reason }) => ({ reason: requiredError(reason, VOID_REASON) }),
    idOf: (field) => `void-${field}`,
    failed: VOID_FAILED,
  })
  const isPayment = payment.kind === 'payment'
  const send = async (body: { reason: string }) => {
    const params = { id: order.id, payment: payment.id }
    await mark(() => call(voidPayment, { params, body }), isPayment ? 'Pago anulado' : 'Devolución anulada')
    onClose()
  }
  return (
    <ActionDialog
      title={`¿Anular ${isPayment ? 'el pago' : 'la devolución'} de ${formatPesos(payment.amount)}?`}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={VOID_FAILED}
      submitText="Anular"
      busyText="Anulando…"
      intro={<p>{`Queda en el historial como ${isPayment ? 'anulado' : 'anulada'}.`}</p>}
    >
      <Field label="Motivo" autoComplete="off" maxLength={VOID_REASON_LENGTH} {...form.field('reason')} />
    </ActionDialog>
  )
}
