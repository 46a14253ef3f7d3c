import { useQuery } from '@tanstack/react-query'
import { Handshake, type LucideIcon, Truck } from 'lucide-react'
import { DELIVERY_LABEL } from '../../../contract/orders/recipient.ts'
import type { DeliveryType } from '../../../contract/orders/recipient.ts'
import { shopSettings } from '../../data/queries.ts'
import { Field, FieldError, type FieldProps } from '../../ui/form/field.tsx'
import { RECIPIENT_IDS, type Recipient } from './recipient.ts'
import type { RecipientForm } from './use-recipient.ts'

/** Name, phone and method of delivery: everything an order needs about its recipient. */
export function RecipientFields({ form }: { form: RecipientForm }) {
  // Not every shop has a WhatsApp number.
  const by = useQuery(shopSettings()).data?.whatsapp ? ' por WhatsApp' : ''
  return (
    <>
      {form.accountFailed && (
        <p className="field-hint" role="status">
          Error al obtener información del usuario. Completalos a mano.
        </p>
      )}
      <TextField form={form} name="name" label="Nombre" autoComplete="name" maxLength={100} />
      <TextField
        form={form}
        name="phone"
        label="Teléfono"
        hint={`10 dígitos, sin 0 ni 15. Ej.: 11 2345 6789. Para coordinar la entrega${by}`}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={40}
      />
      <DeliveryChoice form={form} by={by} />
      {form.recipient.delivery === 'address' && <AddressFields form={form} />}
    </>
  )
}

function DeliveryChoice({ form, by }: { form: RecipientForm; by: string }) {
  const error = form.errors['delivery']
  const errorId = `${RECIPIENT_IDS.delivery}-error`
  return (
    <fieldset className="delivery-choice" aria-invalid={error ? true : undefined}>
      <legend>Método de entrega</legend>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <DeliveryCard
        form={form}
        delivery="coordinate"
        id={RECIPIENT_IDS.delivery}
        Icon={Handshake}
        note={`Coordinamos${by} después del pedido`}
        describedBy={error && errorId}
      />
      <DeliveryCard
        form={form}
        delivery="address"
        disabled={!form.addressDelivery}
        Icon={Truck}
        note={form.addressDelivery ? 'A la dirección que se indique' : 'No disponible por ahora'}
        describedBy={error && errorId}
      />
    </fieldset>
  )
}

interface DeliveryCardProps {
  form: RecipientForm
  delivery: DeliveryType
  id?: string
  Icon: LucideIcon
  note: string
  disabled?: boolean
  describedBy: string | undefined
}

function DeliveryCard({ form, delivery, id, Icon, note, disabled, describedBy }: DeliveryCardProps) {
  const noteId = `${RECIPIENT_IDS.delivery}-${delivery}`
  const label = DELIVERY_LABEL[delivery]
  return (
    <label className="delivery-card">
      <input
        type="radio"
        name="delivery_type"
        id={id}
        value={delivery}
        checked={form.recipient.delivery === delivery}
        disabled={disabled}
        aria-describedby={[describedBy, noteId].filter(Boolean).join(' ')}
        onChange={() => form.choose(delivery)}
      />
      <Icon aria-hidden="true" size={22} />
      <span>
        {disabled ? <del>{label}</del> : <strong>{label}</strong>}
        <span className="delivery-note note" id={noteId}>
          {note}
        </span>
      </span>
    </label>
  )
}

function AddressFields({ form }: { form: RecipientForm }) {
  return (
    <fieldset className="address-fields two-columns">
      <legend>Dirección</legend>
      <TextField form={form} name="street" label="Calle" autoComplete="address-line1" maxLength={100} />
      <TextField form={form} name="number" label="Número" inputMode="numeric" maxLength={20} />
      <TextField form={form} name="zip" label="Código postal" autoComplete="postal-code" maxLength={12} />
      <TextField form={form} name="city" label="Ciudad" autoComplete="address-level2" maxLength={60} />
      <TextField
        form={form}
        name="details"
        label="Detalles"
        optional
        autoComplete="address-line2"
        maxLength={80}
      />
    </fieldset>
  )
}

interface TextFieldProps extends Omit<FieldProps, 'name' | 'form'> {
  form: RecipientForm
  name: Exclude<keyof Recipient, 'delivery'>
}

function TextField({ form, name, ...field }: TextFieldProps) {
  return <Field {...field} {...form.field(name)} />
}
