import {
  type Address,
  ADDRESS_ERRORS,
  type DeliveryType,
  deliveryTypeError,
  phoneError,
  recipientNameError,
} from '../../../contract/orders/recipient.ts'
import type { FieldErrors } from '../../forms/form-state.ts'

/** The values of the recipient form, as typed. */
export interface Recipient extends Address {
  name: string
  phone: string
  delivery: DeliveryType | ''
}

/** Ids of the controls, for links from errors and missing fields. */
export const RECIPIENT_IDS = {
  name: 'pedido-nombre',
  phone: 'pedido-telefono',
  delivery: 'pedido-entrega',
  street: 'pedido-calle',
  number: 'pedido-numero',
  zip: 'pedido-codigo-postal',
  city: 'pedido-ciudad',
  details: 'pedido-detalles',
} satisfies Record<keyof Recipient, string>

const ADDRESS_FIELDS = Object.keys(ADDRESS_ERRORS) as (keyof typeof ADDRESS_ERRORS)[]

/** The errors by field, in the order of the form. */
export function recipientErrors(recipient: Recipient): FieldErrors {
  const isMissing = (field: keyof typeof ADDRESS_ERRORS) =>
    recipient.delivery === 'address' && recipient[field].trim() === ''
  return {
    name: recipientNameError(recipient.name),
    phone: phoneError(recipient.phone),
    delivery: deliveryTypeError(recipient.delivery),
    ...Object.fromEntries(ADDRESS_FIELDS.filter(isMissing).map((field) => [field, ADDRESS_ERRORS[field]])),
  }
}

const WORDS = { name: 'nombre', phone: 'teléfono', delivery: 'método de entrega' }

/** The fields that must be filled before 'Confirmar Pedido' is enabled. */
export function missingFields(recipient: Recipient): { field: keyof Recipient; word: string }[] {
  const fields = Object.keys(WORDS) as (keyof typeof WORDS)[]
  return fields
    .filter((field) => recipient[field].trim() === '')
    .map((field) => ({ field, word: WORDS[field] }))
}
