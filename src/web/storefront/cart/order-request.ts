import {
  type Address,
  ADDRESS_ERRORS,
  composeAddress,
  COORDINATED_ADDRESS,
  type DeliveryType,
  deliveryTypeError,
  phoneError,
  recipientNameError,
} from '../../../contract/recipient.ts'
import type { CallInput } from '../../data/api.ts'
import type { CartItem } from './cart-items.ts'

/** What the recipient form holds, as typed. */
export interface Recipient extends Address {
  name: string
  phone: string
  delivery: DeliveryType | ''
}

/** Ids of the controls, which errors and the list of what is missing link to. */
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

export type RecipientErrors = Partial<Record<keyof Recipient, string>>

const ADDRESS_FIELDS = Object.keys(ADDRESS_ERRORS) as (keyof typeof ADDRESS_ERRORS)[]

/** Field by field what is wrong, in the order of the form. */
export function recipientErrors(recipient: Recipient): RecipientErrors {
  const errors: RecipientErrors = {}
  const note = (field: keyof Recipient, text: string | undefined) => {
    if (text !== undefined) errors[field] = text
  }
  note('name', recipientNameError(recipient.name))
  note('phone', phoneError(recipient.phone))
  note('delivery', deliveryTypeError(recipient.delivery))
  if (recipient.delivery === 'address') {
    for (const field of ADDRESS_FIELDS) if (recipient[field].trim() === '') note(field, ADDRESS_ERRORS[field])
  }
  return errors
}

/** What must be filled before 'Confirmar Pedido' can be pressed at all. */
export function missingFields({
  name,
  phone,
  delivery,
}: Recipient): { field: keyof Recipient; word: string }[] {
  return [
    ...(name.trim() === '' ? [{ field: 'name' as const, word: 'nombre' }] : []),
    ...(phone.trim() === '' ? [{ field: 'phone' as const, word: 'teléfono' }] : []),
    ...(delivery === '' ? [{ field: 'delivery' as const, word: 'método de entrega' }] : []),
  ]
}

/** The body of `placeOrder`. Call it only when `recipientErrors` finds nothing. */
export function orderRequest(
  recipient: Recipient,
  items: readonly CartItem[],
): NonNullable<CallInput<'placeOrder'>['body']> {
  return {
    recipient_name: recipient.name.trim(),
    customer_phone: recipient.phone.trim(),
    delivery_type: recipient.delivery === 'address' ? 'address' : 'coordinate',
    shipping_address:
      recipient.delivery === 'address' ? (composeAddress(recipient) ?? '') : COORDINATED_ADDRESS,
    products: items.map(({ line }) => ({
      product_id: line.productId,
      blister_id: line.blisterId,
      quantity: line.quantity,
    })),
  }
}
