import { RECIPIENT_NAME_MIN } from '../limits.ts'
import { isForeignPhone, phoneDigits } from '../phone.ts'
import { missing, NAME, nameError, tooShort } from '../sentences.ts'

/** Rules of an order's recipient, for the cart and the server. */
export type DeliveryType = keyof typeof DELIVERY_LABEL

export const DELIVERY_LABEL = { coordinate: 'Acordar entrega', address: 'Envío a domicilio' } as const
export const DELIVERY_REQUIRED = 'Selecciona un método de entrega'

export const COORDINATED_ADDRESS = 'Coordinar entrega'

export function recipientNameError(name: string): string | undefined {
  const isShort = [...name.trim()].length < RECIPIENT_NAME_MIN
  return nameError(name) ?? (isShort ? tooShort(NAME, RECIPIENT_NAME_MIN) : undefined)
}

export const PHONE_REQUIRED = missing('El teléfono')
export const PHONE_INVALID = 'Ingresa un teléfono válido'
export const AREA_CODE_MISSING = 'Falta el código de área'

/** A phone that may be left out, or be one of another country. */
export function optionalPhoneError(phone: string, errorOf = phoneError): string | undefined {
  return phone.trim() === '' || isForeignPhone(phone) ? undefined : errorOf(phone)
}

/** Whether it looks like a number; the server also knows the area codes (`knownPhoneError`). */
export function phoneError(phone: string): string | undefined {
  if (phone.trim() === '') return PHONE_REQUIRED
  const digits = phoneDigits(phone)
  if (/^15\d{6,8}$/.test(digits)) return AREA_CODE_MISSING
  return /^(?:11|2[2-9]|3[3-8])\d{8}$/.test(digits) ? undefined : PHONE_INVALID
}

export function deliveryTypeError(deliveryType: string): string | undefined {
  return Object.hasOwn(DELIVERY_LABEL, deliveryType) ? undefined : DELIVERY_REQUIRED
}

/** For an order with `delivery_type` `address`. */
export const ADDRESS_REQUIRED = missing('La dirección')

/** For an address with `delivery_type` `coordinate`. */
export const WITHOUT_ADDRESS = `Para guardar una dirección, la entrega tiene que ser «${DELIVERY_LABEL.address}»`

/** For orders entered by the shop. */
export function notedAddressError(deliveryType: DeliveryType, address: string): string | undefined {
  if (deliveryType === 'address') return address.trim() === '' ? ADDRESS_REQUIRED : undefined
  return address.trim() === '' ? undefined : WITHOUT_ADDRESS
}

export interface Address {
  street: string
  number: string
  zip: string
  city: string
  details: string
}

export const ADDRESS_ERRORS: Record<Exclude<keyof Address, 'details'>, string> = {
  street: missing('La calle'),
  number: missing('El número'),
  zip: missing('El código postal'),
  city: missing('La ciudad'),
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
