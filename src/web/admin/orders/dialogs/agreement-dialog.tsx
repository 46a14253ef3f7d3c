import { PAYMENT_STATE_LABEL, type PaymentMethod } from '../../../../contract/orders/order-desk.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { agreePayment } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { MethodField } from './payment-dialog.tsx'
import { useOrderMark } from '../use-order-change.ts'

const FAILED = 'Error al anotar el acuerdo'

interface AgreementDialogProps {
  order: AdminOrder
  onClose: () => void
}

/** Records the agreed payment method and due date. */
export function AgreementDialog({ order, onClose }: AgreementDialogProps) {
  const { form, takeBack } = useAgreement(order, onClose)
  return (
    <ActionDialog
      title={`Acordar pago del Pedido #${order.id}`}
      form={form}
      onSubmit={form.onSubmit}
      onClose={onClose}
      failed={FAILED}
      submitText="Acordar pago"
      busyText="Anotando…"
      actions={
        order.agreed_method !== null && (
          <button type="button" className="button quiet" onClick={() => !form.isBusy && takeBack()}>
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

interface TypedAgreement {
  method: PaymentMethod
  due_on: string
}

function useAgreement(order: AdminOrder, onDone: () => void) {
  const mark = useOrderMark()
  const form = useForm<AdminOrder, TypedAgreement>({
    base: order,
    valuesOf: ({ agreed_method, agreed_due }) => ({
      method: agreed_method ?? 'transfer',
      due_on: agreed_due ?? '',
    }),
    idOf: (field) => `agreement-${field}`,
    failed: FAILED,
  })
  const send = async (method: PaymentMethod | null, due_on: string | null) => {
    const body = { method, due_on }
    const done = method === null ? 'Acuerdo de pago quitado' : PAYMENT_STATE_LABEL.agreed
    await mark(() => call(agreePayment, { params: { id: order.id }, body }), done)
    onDone()
  }
  return {
    form: {
      ...form,
      onSubmit: form.onSubmit(({ method, due_on }) => send(method, due_on === '' ? null : due_on)),
    },
    takeBack: () => void form.run(() => send(null, null)),
  }
}
