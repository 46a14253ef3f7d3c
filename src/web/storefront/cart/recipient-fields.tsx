import { Handshake, Truck } from 'lucide-react'
import { DELIVERY_LABEL } from '../../../contract/recipient.ts'
import type { DeliveryType } from '../../../contract/recipient.ts'
import { Field, FieldError, type FieldProps } from '../../ui/form/field.tsx'
import { RECIPIENT_IDS, type Recipient } from './order-request.ts'
import type { RecipientForm } from './use-recipient.ts'

/** Name, phone and method of delivery: all that an order needs to know of its recipient. */
export function RecipientFields({ form }: { form: RecipientForm }) {
  return (
    <>
      {form.accountFailed && (
        <p className="field-hint" role="status">
          Error al obtener información del usuario. Los datos se completan a mano.
        </p>
      )}
      <TextField form={form} name="name" label="Nombre" autoComplete="name" maxLength={100} />
      <TextField
        form={form}
        name="phone"
        label="Teléfono"
        hint="10 dígitos, sin 0 ni 15. Ej.: 11 2345 6789. Para coordinar la entrega por WhatsApp"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={40}
      />
      <DeliveryChoice form={form} />
      {form.recipient.delivery === 'address' && <AddressFields form={form} />}
    </>
  )
}

function DeliveryChoice({ form }: { form: RecipientForm }) {
  const error = form.errors.delivery
  const errorId = `${RECIPIENT_IDS.delivery}-error`
  const choose = (delivery: DeliveryType) =>
    form.change(
      delivery === 'address'
        ? { delivery }
        : { delivery, street: '', number: '', zip: '', city: '', details: '' },
    )
  const radio = (delivery: DeliveryType) => ({
    type: 'radio',
    name: 'delivery_type',
    value: delivery,
    checked: form.recipient.delivery === delivery,
    onChange: () => choose(delivery),
    'aria-describedby': error
      ? `${errorId} ${RECIPIENT_IDS.delivery}-${delivery}`
      : `${RECIPIENT_IDS.delivery}-${delivery}`,
  })
  return (
    <fieldset className="delivery-choice" aria-invalid={error ? true : undefined}>
      <legend>Método de entrega</legend>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <label className="delivery-card">
        <input {...radio('coordinate')} id={RECIPIENT_IDS.delivery} />
        <Handshake aria-hidden="true" size={22} />
        <span>
          <strong>{DELIVERY_LABEL.coordinate}</strong>
          <span className="delivery-note" id={`${RECIPIENT_IDS.delivery}-coordinate`}>
            Coordinamos por WhatsApp después del pedido
          </span>
        </span>
      </label>
      <label className="delivery-card">
        <input {...radio('address')} disabled={!form.addressDelivery} />
        <Truck aria-hidden="true" size={22} />
        <span>
          {form.addressDelivery ? (
            <strong>{DELIVERY_LABEL.address}</strong>
          ) : (
            <del>{DELIVERY_LABEL.address}</del>
          )}
          <span className="delivery-note" id={`${RECIPIENT_IDS.delivery}-address`}>
            {form.addressDelivery ? 'A la dirección que se indique' : 'No disponible por ahora'}
          </span>
        </span>
      </label>
    </fieldset>
  )
}

function AddressFields({ form }: { form: RecipientForm }) {
  return (
    <fieldset className="address-fields">
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
  return (
    <Field
      {...field}
      id={RECIPIENT_IDS[name]}
      value={form.recipient[name]}
      error={form.errors[name]}
      onChange={(event) => form.change({ [name]: event.target.value })}
      onBlur={() => form.left(name)}
    />
  )
}
