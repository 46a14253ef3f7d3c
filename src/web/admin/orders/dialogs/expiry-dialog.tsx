import { expiryError } from '../../../../contract/orders/order-desk.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { setExpiry } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { dayOf } from '../../../shop/dates.ts'
import { Field } from '../../../ui/form/field.tsx'
import { useOrderMark } from '../use-order-change.ts'

const FAILED = 'Error al cambiar el vencimiento'
/** The suggested extension. */
const WEEK_MS = 7 * 24 * 60 * 60_000

interface ExpiryDialogProps {
  order: AdminOrder
  onClose: () => void
}

/** Extends a reservation, or removes its end. */
export function ExpiryDialog({ order, onClose }: ExpiryDialogProps) {
  const { form, dropEnd } = useExpiry(order, onClose)
  return (
    <ActionDialog
      title={`Extender la reserva del Pedido #${order.id}`}
      form={form}
      onSubmit={form.onSubmit}
      onClose={onClose}
      failed={FAILED}
      submitText="Extender"
      busyText="Anotando…"
      isUnsaved={false}
      actions={
        <button type="button" className="button quiet" onClick={() => !form.isBusy && dropEnd()}>
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

function useExpiry(order: AdminOrder, onDone: () => void) {
  const mark = useOrderMark()
  const form = useForm<AdminOrder, { expires_on: string }>({
    base: order,
    valuesOf: () => ({ expires_on: dayOf(new Date(Date.now() + WEEK_MS)) }),
    errorsOf: ({ expires_on }) => ({ expires_on: expiryError(expires_on, dayOf()) }),
    idOf: (field) => `expiry-${field}`,
    failed: FAILED,
  })
  const send = async (expires_on: string | null) => {
    const done = expires_on === null ? 'Reserva sin vencimiento' : 'Reserva extendida'
    await mark(() => call(setExpiry, { params: { id: order.id }, body: { expires_on } }), done)
    onDone()
  }
  return {
    form: { ...form, onSubmit: form.onSubmit(({ expires_on }) => send(expires_on)) },
    dropEnd: () => void form.run(() => send(null)),
  }
}
