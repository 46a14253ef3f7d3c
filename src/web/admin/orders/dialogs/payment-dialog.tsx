import { MAX_PAYMENT_PESOS } from '../../../../contract/limits.ts'
import { formatAmount, formatPesos } from '../../../../contract/money.ts'
import {
  paymentErrors,
  type PaymentKind,
  type PaymentMethod,
  REFERENCE_LENGTH,
} from '../../../../contract/orders/order-desk.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { tabAttempt } from '../../../browser/drafts.ts'
import { call } from '../../../data/api.ts'
import { sendOnce } from '../../../data/send-once.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { dayOf } from '../../../shop/dates.ts'
import { Field } from '../../../ui/form/field.tsx'
import { parseAmount } from '../../../../contract/amounts.ts'
import { addPayment } from '../../../../contract/orders/calls.ts'
import { MethodField, NotifyField } from './order-fields.tsx'
import { useOrderMark } from '../use-order-change.ts'
import { NumberField } from '../../shell/number-field.tsx'

const FAILED = 'Error al anotar el pago'

/** The idempotency key of a payment, kept until its outcome is known. */
const attempt = tabAttempt('paymentAttempt', 'userId')

interface PaymentDialogProps {
  order: AdminOrder
  kind: PaymentKind
  /** Pesos, with edits of the order that are not saved. */
  unsaved: number | undefined
  onClose: () => void
}

interface TypedPayment {
  amount: string
  method: PaymentMethod
  paid_on: string
  reference: string
  /** Undefined for the settings' default. */
  notify: boolean | undefined
}

/** Records a payment or refund made outside the shop. */
export function PaymentDialog({ order, kind, unsaved, onClose }: PaymentDialogProps) {
  const mark = useOrderMark()
  const form = useForm<AdminOrder, TypedPayment>({
    base: order,
    valuesOf: (now) => ({
      amount: usualAmount(now, kind),
      method: usualMethod(now),
      paid_on: dayOf(),
      reference: '',
      notify: undefined,
    }),
    errorsOf: ({ amount, paid_on }) => paymentErrors({ amount, paid_on }, dayOf()),
    idOf: (field) => `payment-${field}`,
    failed: FAILED,
  })
  const [what, done] =
    kind === 'payment' ? ['Anotar pago', 'Pago anotado'] : ['Anotar devolución', 'Devolución anotada']
  const send = async ({ amount, notify, ...others }: TypedPayment) => {
    const told = notify === undefined ? {} : { notify }
    const body = { kind, amount: parseAmount(amount) ?? 0, ...others, ...told }
    const params = { id: order.id }
    const note = (idempotencyKey: string) => call(addPayment, { params, body, idempotencyKey })
    await mark(() => sendOnce(attempt, { ...params, ...body }, note), done)
    onClose()
  }
  return (
    <ActionDialog
      title={`${what} del Pedido #${order.id}`}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={FAILED}
      submitText={what}
      busyText="Anotando…"
    >
      {unsaved !== undefined && unsaved !== order.total && (
        <p className="order-desk-warning">
          {`El pedido tiene cambios sin guardar: hoy suma ${formatPesos(order.total)}, y con ellos ${formatPesos(unsaved)}.`}
        </p>
      )}
      <NumberField
        label="Importe"
        hint="En pesos"
        inputMode="decimal"
        {...form.field('amount')}
        write={formatAmount}
        onTidy={(amount) => form.change({ amount })}
      />
      <MethodField {...form.field('method')} />
      <Field label="Fecha" type="date" max={dayOf()} {...form.field('paid_on')} />
      <Field
        label="Referencia"
        hint="Número de operación o de recibo"
        optional
        autoComplete="off"
        maxLength={REFERENCE_LENGTH}
        {...form.field('reference')}
      />
      {kind === 'payment' && <Surplus order={order} typed={form.values.amount} />}
      <NotifyField
        order={order}
        setting="mail_paid"
        hint="Con el importe y el saldo"
        notify={form.values.notify}
        onChange={(notify) => form.change({ notify })}
      />
    </ActionDialog>
  )
}

/** Allowed, with a warning. */
function Surplus({ order, typed }: { order: AdminOrder; typed: string }) {
  const surplus = Math.round(((parseAmount(typed) ?? 0) - order.balance) * 100) / 100
  const isOver = surplus > 0 && surplus <= MAX_PAYMENT_PESOS
  return (
    <p className="order-desk-warning" role="status">
      {isOver && `Supera el saldo en ${formatPesos(surplus)}: queda a favor del cliente.`}
    </p>
  )
}

/** The amount due or to refund. */
function usualAmount({ balance, paid_total, status }: AdminOrder, kind: PaymentKind): string {
  const owed = kind === 'payment' ? balance : status === 'cancelled' ? paid_total : -balance
  return owed > 0 ? formatAmount(owed) : ''
}

function usualMethod({ agreed_method, payments }: AdminOrder): PaymentMethod {
  return payments.findLast(({ voided_at }) => voided_at === null)?.method ?? agreed_method ?? 'transfer'
}
