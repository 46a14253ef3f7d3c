import { Pencil } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { ADDRESS_LENGTH, NAME_LENGTH } from '../../contract/limits.ts'
import type { Order } from '../../contract/orders.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import { RecipientFacts } from './order-details-dialog.tsx'
import { OrderMergeDialog } from './order-merge-dialog.tsx'
import { OrderRefusal } from './order-refusal.tsx'
import { CHANGE_FAILED } from './order-words.ts'
import { type OrderRecipientForm, RECIPIENT_FIELDS, type RecipientField } from './use-order-recipient.ts'

interface OrderRecipientProps {
  order: Order
  form: OrderRecipientForm
}

/** Who receives it and where; the e-mail is that of the account. */
export function OrderRecipient({ order, form }: OrderRecipientProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const isEditing = form.values !== undefined
  useEffect(() => {
    // The button comes back with the drawing that the form leaves in.
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <section className="admin-panel" aria-labelledby="order-recipient">
      <div className="admin-panel-head">
        <h2 id="order-recipient">Cliente y entrega</h2>
        {!isEditing && (
          <button type="button" className="button quiet" ref={opener} onClick={form.start}>
            <Pencil aria-hidden="true" size={18} />
            Editar<span className="visually-hidden"> cliente y entrega</span>
          </button>
        )}
      </div>
      {form.values ? (
        <RecipientForm order={order} form={form} values={form.values} />
      ) : (
        <RecipientFacts order={order} />
      )}
      <OrderMergeDialog merge={form.merge} onSave={form.saveMerged} onClose={form.closeMerge} />
    </section>
  )
}

interface RecipientFormProps extends OrderRecipientProps {
  values: Record<RecipientField, string>
}

function RecipientForm({ order, form, values }: RecipientFormProps) {
  const { errors } = form
  useErrorTitle(Boolean(form.refusal))
  // Asked for by a button that is gone now.
  useEffect(() => document.getElementById('order-recipient_name')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const bind = (field: RecipientField) => ({
    id: `order-${field}`,
    value: values[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
  })
  return (
    <form className="order-recipient-form" noValidate onSubmit={submit}>
      <ErrorSummary
        submits={form.submits}
        errors={RECIPIENT_FIELDS.flatMap((field) =>
          errors[field] ? [{ field: `order-${field}`, text: errors[field] }] : [],
        )}
      />
      {form.refusal && <OrderRefusal title={CHANGE_FAILED} error={form.refusal} />}
      <Field label="Recibe" maxLength={NAME_LENGTH} {...bind('recipient_name')} />
      <Field
        label="Teléfono"
        hint="10 dígitos, sin 0 ni 15. Ej.: 11 2345 6789"
        type="tel"
        inputMode="numeric"
        maxLength={40}
        {...bind('customer_phone')}
      />
      {order.delivery_type === 'address' && (
        <Field label="Dirección" maxLength={ADDRESS_LENGTH} {...bind('shipping_address')} />
      )}
      <div className="admin-actions">
        <BusyButton busy={form.isPending} busyText="Guardando…" type="submit" data-key="mod+s">
          Guardar
        </BusyButton>
        <button type="button" className="button secondary" onClick={form.stop}>
          Cancelar
        </button>
      </div>
    </form>
  )
}
