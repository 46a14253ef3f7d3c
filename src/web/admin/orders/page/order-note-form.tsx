import { NOTE, NOTE_LENGTH } from '../../../../contract/orders/order-desk.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { requiredError } from '../../../../contract/sentences.ts'
import { addNote } from '../../../../contract/orders/calls.ts'
import { tabAttempt } from '../../../browser/drafts.ts'
import { call } from '../../../data/api.ts'
import { sendOnce } from '../../../data/send-once.ts'
import { FormSummary } from '../../../forms/form-summary.tsx'
import { keptEdits } from '../../../forms/kept-edits.ts'
import { useForm } from '../../../forms/use-form.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { CheckField } from '../../shell/check-field.tsx'
import { useOrderMark } from '../use-order-change.ts'

const FAILED = 'Error al guardar la nota'
const NOTHING = { text: '', visible: false, send_mail: false }

const attempt = tabAttempt('noteAttempt', 'userId')
const { useKept, useKeep } = keptEdits<typeof NOTHING>()

/** A note for the shop; the switch that shows it to the customer is off each time. */
export function OrderNoteForm({ order, form }: { order: AdminOrder; form: OrderNote }) {
  const { visible, send_mail, text } = form.values
  return (
    <form className={`order-note-form${visible ? ' is-visible' : ''}`} noValidate onSubmit={form.onSubmit}>
      <FormSummary form={form} title={FAILED} />
      <TextAreaField
        label={visible ? 'Nota para el cliente' : 'Nota interna'}
        rows={2}
        maxLength={NOTE_LENGTH}
        {...form.field('text')}
        onBlur={undefined}
      />
      {text !== '' && (
        <>
          <CheckField
            id="order-note-visible"
            label="La ve el cliente"
            hint="En su pedido, con la fecha"
            checked={visible}
            onChange={(now) => form.change({ visible: now, send_mail: false })}
          />
          {visible && order.can_mail && (
            <CheckField
              id="order-note-mail"
              label="También por email"
              hint="Después no se puede borrar"
              checked={send_mail}
              onChange={(now) => form.change({ send_mail: now })}
            />
          )}
        </>
      )}
      <BusyButton className="secondary" type="submit" busy={form.isBusy} busyText="Guardando…">
        {visible ? 'Publicar para el cliente' : 'Guardar nota'}
      </BusyButton>
    </form>
  )
}

export type OrderNote = ReturnType<typeof useOrderNote>

/** Called by the page of the order, which asks before any of its forms is left. */
export function useOrderNote(order: AdminOrder) {
  const mark = useOrderMark()
  const name = `note ${order.id}`
  const kept = useKept(name)
  const form = useForm({
    base: order,
    valuesOf: () => NOTHING,
    values: kept,
    errorsOf: ({ text }) => ({ text: requiredError(text, NOTE) }),
    idOf: (field) => `order-note-${field}`,
    failed: FAILED,
  })
  useKeep(name, form.isDirty ? form.values : undefined)
  const send = async (body: typeof NOTHING) => {
    const params = { id: order.id }
    const note = (idempotencyKey: string) => call(addNote, { params, body, idempotencyKey })
    await mark(() => sendOnce(attempt, { ...params, ...body }, note), 'Nota guardada')
    form.saved(form.base, body)
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}
