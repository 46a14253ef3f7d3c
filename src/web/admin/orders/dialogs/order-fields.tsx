import type { ComponentProps } from 'react'
import { ADDRESS_LENGTH } from '../../../../contract/limits.ts'
import {
  CARRIER_LENGTH,
  HANDED_HOW_LABEL,
  type HandedHow,
  PAYMENT_METHOD_LABEL,
  PRICE_REASON_LENGTH,
  TRACKING_LENGTH,
} from '../../../../contract/orders/order-desk.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { DELIVERY_LABEL, type DeliveryType } from '../../../../contract/orders/recipient.ts'
import type { OrderMails } from '../../../../contract/settings/settings.ts'
import { submitOnEnter } from '../../../forms/submit-on-enter.ts'
import { Field } from '../../../ui/form/field.tsx'
import { ChoiceField, type ChoiceFieldProps } from '../../kit/choice-field.tsx'
import { CheckField } from '../../shell/check-field.tsx'
import { useOrderMails } from '../../templates/templates-query.ts'

type TextControl = Omit<ComponentProps<typeof Field>, 'label'>
type ChoiceControl = Omit<ChoiceFieldProps, 'label' | 'names'>

export function MethodField(field: ChoiceControl) {
  return (
    <ChoiceField label="Medio de pago" names={PAYMENT_METHOD_LABEL} onKeyDown={submitOnEnter} {...field} />
  )
}

/** Where it goes; admins may always choose an address. */
export function DeliveryFields({
  form,
}: {
  form: {
    values: { delivery_type: DeliveryType }
    field: (name: 'delivery_type' | 'shipping_address') => TextControl & ChoiceControl
  }
}) {
  return (
    <>
      <ChoiceField label="Entrega" names={DELIVERY_LABEL} {...form.field('delivery_type')} />
      {form.values.delivery_type === 'address' && (
        <Field
          label="Dirección"
          autoComplete="off"
          maxLength={ADDRESS_LENGTH}
          {...form.field('shipping_address')}
        />
      )}
    </>
  )
}

interface SentForm {
  field: (name: 'carrier' | 'tracking') => TextControl
}

/** How it leaves, and what a shipment has. */
export function WayFields({
  form,
}: {
  form: SentForm & { values: { how: HandedHow }; field: (name: 'how') => ChoiceControl }
}) {
  return (
    <>
      <ChoiceField label="Cómo" names={HANDED_HOW_LABEL} onKeyDown={submitOnEnter} {...form.field('how')} />
      {form.values.how === 'shipped' && <SentFields form={form} />}
    </>
  )
}

/** Carrier and tracking number. */
export function SentFields({ form }: { form: SentForm }) {
  return (
    <>
      <Field label="Transporte" optional maxLength={CARRIER_LENGTH} {...form.field('carrier')} />
      <Field
        label="Seguimiento"
        hint="El cliente lo ve en su pedido"
        optional
        autoComplete="off"
        maxLength={TRACKING_LENGTH}
        {...form.field('tracking')}
      />
    </>
  )
}

/** Why an order is cancelled or its prices change. */
export function ReasonField(field: TextControl) {
  return (
    <Field
      label="Motivo"
      hint="Queda en una nota interna"
      autoComplete="off"
      maxLength={PRICE_REASON_LENGTH}
      {...field}
    />
  )
}

interface NotifyFieldProps {
  order: AdminOrder
  /** The setting that gives the default. */
  setting: keyof OrderMails
  hint: string
  /** Undefined until changed. */
  notify: boolean | undefined
  onChange: (notify: boolean) => void
}

/** Whether to mail the customer; nothing if that is not possible. */
export function NotifyField({ order, setting, hint, notify, onChange }: NotifyFieldProps) {
  const mails = useOrderMails(order)
  if (!mails) return null
  return (
    <CheckField
      id={`notify-${setting}`}
      label="Avisar al cliente por email"
      hint={hint}
      checked={notify ?? mails[setting]}
      onChange={onChange}
    />
  )
}
