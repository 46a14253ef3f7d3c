import { Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ADDRESS_LENGTH, NAME_LENGTH } from '../../../../contract/limits.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { DELIVERY_LABEL } from '../../../../contract/orders/recipient.ts'
import { namesFields } from '../../../forms/form-state.ts'
import { FormSummary } from '../../../forms/form-summary.tsx'
import { MergeDialog } from '../../../forms/merge-dialog.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { useErrorTitle } from '../../../ui/form/use-error-title.ts'
import { RecipientFacts } from '../dialogs/order-details-dialog.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { CHANGE_FAILED } from '../order-words.ts'
import type { OrderRecipientForm } from './use-order-recipient.ts'
import { Panel } from '../../shell/panel.tsx'
import { useMay } from '../../shell/rights.tsx'
import './order-page.css'

interface OrderRecipientProps {
  order: AdminOrder
  form: OrderRecipientForm
}

/** The recipient and the delivery; the e-mail is that of the account. */
export function OrderRecipient({ order, form }: OrderRecipientProps) {
  const { isEditing } = form
  const may = useMay()
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The button is rendered again when the form closes.
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <Panel
      title="Cliente y entrega"
      action={
        !isEditing &&
        order.status !== 'cancelled' &&
        may('orders_write') && (
          <IconButton
            icon={Pencil}
            size={18}
            text="Editar"
            of=" cliente y entrega"
            look="quiet"
            ref={opener}
            onClick={form.start}
          />
        )
      }
    >
      {isEditing ? <RecipientForm form={form} /> : <RecipientFacts order={order} />}
      <MergeDialog merge={form.merge} title="Otra persona guardó este pedido" backText="Volver al pedido" />
    </Panel>
  )
}

function RecipientForm({ form }: Pick<OrderRecipientProps, 'form'>) {
  // The button that opened it is gone.
  useEffect(() => document.getElementById('order-recipient_name')?.focus(), [])
  // Validated on save.
  const field = (name: keyof typeof form.values) => ({
    ...form.field(name),
    autoComplete: 'off',
    onBlur: undefined,
  })
  return (
    <form className="stack-4" noValidate onSubmit={form.onSubmit}>
      <Problems form={form} />
      <Field label="Recibe" maxLength={NAME_LENGTH} {...field('recipient_name')} />
      <Field
        label="Teléfono"
        hint="10 dígitos, sin 0 ni 15. Ej.: 11 2345 6789"
        type="tel"
        inputMode="numeric"
        maxLength={40}
        {...field('customer_phone')}
      />
      <DeliveryFields field={field} isSent={form.values.delivery_type === 'address'} />
      <div className="admin-actions wrap-2">
        <BusyButton busy={form.isBusy} busyText="Guardando…" type="submit" data-key="mod+s">
          Guardar
        </BusyButton>
        <button type="button" className="button secondary" onClick={form.stop}>
          Cancelar
        </button>
      </div>
    </form>
  )
}

type FieldProps = ReturnType<OrderRecipientForm['field']>

interface DeliveryFieldsProps {
  field: (name: 'delivery_type' | 'shipping_address') => Omit<FieldProps, 'onBlur'>
  isSent: boolean
}

function DeliveryFields({ field, isSent }: DeliveryFieldsProps) {
  return (
    <>
      <SelectField label="Entrega" {...field('delivery_type')}>
        {Object.entries(DELIVERY_LABEL).map(([type, label]) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </SelectField>
      {isSent && <Field label="Dirección" maxLength={ADDRESS_LENGTH} {...field('shipping_address')} />}
    </>
  )
}

function Problems({ form }: Pick<OrderRecipientProps, 'form'>) {
  const error = form.failure?.error
  const isGeneral = error !== undefined && !namesFields(error)
  useErrorTitle(isGeneral)
  return isGeneral ? <OrderRefusal title={CHANGE_FAILED} error={error} /> : <FormSummary form={form} />
}
