import { Pencil } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ADDRESS_LENGTH, NAME_LENGTH } from '../../contract/limits.ts'
import type { Order } from '../../contract/orders.ts'
import { phoneError, recipientNameError } from '../../contract/recipient.ts'
import { Refusal } from '../api.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { showToast } from '../ui/toast.tsx'
import { RecipientFacts } from './order-details-dialog.tsx'
import type { OrderFormProps } from './order-lines-form.tsx'
import { OrderRefusal } from './order-refusal.tsx'
import { useChangeOrder } from './use-order-change.ts'

/** Who receives it and where; the e-mail is that of the account. */
export function OrderRecipient(props: OrderFormProps) {
  const [isEditing, setIsEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsEditing(false)
    // The button comes back with the next drawing.
    setTimeout(() => opener.current?.focus())
  }
  return (
    <section className="admin-panel" aria-labelledby="order-recipient">
      <div className="admin-panel-head">
        <h2 id="order-recipient">Cliente y entrega</h2>
        {!isEditing && (
          <button type="button" className="button quiet" ref={opener} onClick={() => setIsEditing(true)}>
            <Pencil aria-hidden="true" size={18} />
            Editar<span className="visually-hidden"> cliente y entrega</span>
          </button>
        )}
      </div>
      {isEditing ? <RecipientForm {...props} onClose={close} /> : <RecipientFacts order={props.order} />}
    </section>
  )
}

const FIELDS = ['recipient_name', 'customer_phone', 'shipping_address'] as const
type Recipient = Record<(typeof FIELDS)[number], string>

function RecipientForm({
  session,
  order,
  failedText,
  doneText,
  onClose,
}: OrderFormProps & { onClose: () => void }) {
  const [values, setValues] = useState<Recipient>({
    recipient_name: order.recipient_name,
    customer_phone: order.customer_phone,
    shipping_address: order.shipping_address,
  })
  const [submits, setSubmits] = useState(0)
  // Asked for by a button that is gone now.
  useEffect(() => document.getElementById('order-recipient_name')?.focus(), [])
  const { mutate, isPending, error } = useChangeOrder(session, failedText)
  const errors = submits > 0 ? errorsOf(values, order, error) : {}

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmits(submits + 1)
    if (isPending || Object.values(errorsOf(values, order, null)).some(Boolean)) return
    const { shipping_address, ...change } = values
    mutate(
      { order, change: order.delivery_type === 'address' ? { ...change, shipping_address } : change },
      {
        onSuccess: () => {
          showToast('success', doneText)
          onClose()
        },
      },
    )
  }
  const bind = (field: keyof Recipient) => ({
    id: `order-${field}`,
    value: values[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [field]: event.target.value }),
  })
  return (
    <form className="order-recipient-form" noValidate onSubmit={submit}>
      <ErrorSummary
        submits={submits}
        errors={FIELDS.flatMap((field) =>
          errors[field] ? [{ field: `order-${field}`, text: errors[field] }] : [],
        )}
      />
      {error && Object.keys(fieldErrorsOf(error)).length === 0 && (
        <OrderRefusal title={failedText} error={error} />
      )}
      <Field label="Recibe" maxLength={NAME_LENGTH} autoComplete="off" {...bind('recipient_name')} />
      <Field
        label="Teléfono"
        hint="10 dígitos, sin 0 ni 15. Ej.: 11 2345 6789"
        type="tel"
        inputMode="numeric"
        maxLength={40}
        autoComplete="off"
        {...bind('customer_phone')}
      />
      {order.delivery_type === 'address' && (
        <Field
          label="Dirección"
          maxLength={ADDRESS_LENGTH}
          autoComplete="off"
          {...bind('shipping_address')}
        />
      )}
      <div className="admin-actions">
        <BusyButton busy={isPending} busyText="Guardando…" type="submit" data-key="mod+s">
          Guardar
        </BusyButton>
        <button type="button" className="button secondary" onClick={onClose}>
          Cancelar
        </button>
      </div>
    </form>
  )
}

/** By the rules of the cart, which the server asks too; then what the server found. */
function errorsOf(values: Recipient, order: Order, refusal: Error | null): Partial<Recipient> {
  const own: Partial<Recipient> = {}
  const name = recipientNameError(values.recipient_name)
  const phone = phoneError(values.customer_phone)
  if (name) own.recipient_name = name
  if (phone) own.customer_phone = phone
  if (order.delivery_type === 'address' && values.shipping_address.trim() === '')
    own.shipping_address = 'La dirección es requerida'
  return { ...fieldErrorsOf(refusal), ...own }
}

function fieldErrorsOf(refusal: Error | null): Partial<Recipient> {
  const said = refusal instanceof Refusal ? (refusal.body.errors ?? {}) : {}
  return Object.fromEntries(FIELDS.flatMap((field) => (said[field]?.[0] ? [[field, said[field][0]]] : [])))
}
