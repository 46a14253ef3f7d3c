import { ADDRESS_LENGTH } from '../../../../contract/limits.ts'
import { DELIVERY_LABEL, type DeliveryType } from '../../../../contract/orders/recipient.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'

interface DeliveryForm {
  values: { delivery_type: DeliveryType }
  field: (
    name: 'delivery_type' | 'shipping_address',
  ) => Omit<Parameters<typeof Field>[0], 'label'> &
    Omit<Parameters<typeof SelectField>[0], 'label' | 'children'>
}

/** Delivery; admins may always choose an address. */
export function DeliveryFields({ form }: { form: DeliveryForm }) {
  return (
    <>
      <SelectField label="Entrega" {...form.field('delivery_type')}>
        {Object.entries(DELIVERY_LABEL).map(([type, text]) => (
          <option key={type} value={type}>
            {text}
          </option>
        ))}
      </SelectField>
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
