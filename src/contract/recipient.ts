import { PHONE_DIGITS, RECIPIENT_NAME_MIN } from './limits.ts'
import { phoneDigits } from './phone.ts'

/** The rules of the recipient form, asked by the cart before sending and by the server before storing. */
export type DeliveryType = 'coordinate' | 'address'

export const COORDINATED_ADDRESS = 'Coordinar entrega'

export function recipientNameError(name: string): string | undefined {
  const trimmed = name.trim()
  if (trimmed === '') return 'El nombre es requerido'
  if ([...trimmed].length < RECIPIENT_NAME_MIN) return 'El nombre debe tener al menos 3 caracteres'
  return undefined
}

export function phoneError(phone: string): string | undefined {
  if (phone.trim() === '') return 'El teléfono es requerido'
  if (phoneDigits(phone).length !== PHONE_DIGITS) return 'Ingresa un teléfono válido'
  return undefined
}

export function deliveryTypeError(deliveryType: string): string | undefined {
  return deliveryType === 'coordinate' || deliveryType === 'address'
    ? undefined
    : 'Selecciona un método de entrega'
}

export interface Address {
  street: string
  number: string
  zip: string
  city: string
  details: string
}

export const ADDRESS_ERRORS: Record<Exclude<keyof Address, 'details'>, string> = {
  street: 'La calle es requerida',
  number: 'El número es requerido',
  zip: 'El código postal es requerido',
  city: 'La ciudad es requerida',
}

/** One line of text, or undefined while street, number, zip or city is missing. */
export function composeAddress(address: Address): string | undefined {
  const [street, number, zip, city, details] = [
    address.street,
    address.number,
    address.zip,
    address.city,
    address.details,
  ].map((part) => part.trim())
  if (!street || !number || !zip || !city) return undefined
  return `${street} ${number}, ${zip} ${city}${details ? ` (${details})` : ''}`
}
