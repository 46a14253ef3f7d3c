import { LAST_NAME } from './account-rules.ts'
import { emailError } from '../email.ts'
import { optionalPhoneError } from '../orders/recipient.ts'
import { nameError, requiredError } from '../sentences.ts'

/**
 * How people get an account: `request` needs an admin's approval, `open` only a verified e-mail, `closed` an admin or
 * an invitation.
 */
export const ACCESS_MODES = ['request', 'open', 'closed'] as const
export type AccessMode = (typeof ACCESS_MODES)[number]

export const ACCESS_MODE_LABEL: Record<AccessMode, string> = {
  request: 'Cada pedido de acceso se aprueba',
  open: 'Cualquiera abre una cuenta con su email',
  closed: 'Cerrado: las cuentas las abre la tienda',
}

/** `unverified` has not entered its code yet; admins do not see it. */
export const ACCESS_STATUSES = ['waiting', 'approved', 'rejected', 'expired'] as const
export type AccessStatus = (typeof ACCESS_STATUSES)[number]

export const ACCESS_STATUS_LABEL: Record<AccessStatus, string> = {
  waiting: 'Pendientes',
  approved: 'Aprobados',
  rejected: 'Rechazados',
  expired: 'Vencidos',
}

/** The label of one request. */
export const ACCESS_STATUS_ONE: Record<AccessStatus, string> = {
  waiting: 'Pendiente',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  expired: 'Vencido',
}

export const ACCESS_CLOSED = 'La tienda no recibe pedidos de acceso por ahora.'
export const ACCESS_CODE_SENT = 'Enviamos un código a ese email.'
export const ACCESS_WAITING = 'Recibimos tu solicitud. Te respondemos por mail, casi siempre en un día.'
export const ACCESS_APPROVED = 'Tu acceso está aprobado'
export const YOUR_REQUEST = 'Tu pedido de acceso'
export const ACCESS_REJECTED = 'Gracias por tu interés. Esta vez no podemos abrirte una cuenta.'
export const NO_REQUEST = 'No encontramos ese pedido de acceso'
export const ADULT_REQUIRED = 'Hay que declarar la mayoría de edad'
export const ADULT_LABEL = 'Declaro que soy mayor de 18 años'

export const ACCOUNT_READY = 'Tu cuenta está lista'
export const CREATE_ACCOUNT = 'Crear la cuenta'
export const ENTER_SHOP = 'Entrar a la tienda'

export const ACCESS_MESSAGE_LENGTH = 500
export const ACCESS_NOTE_LENGTH = 500
export const ACCESS_PHONE_LENGTH = 40
export const INVITATION_LABEL_LENGTH = 100
export const INVITATION_DAYS = 7
/** So long the list of invitations shows who came. */
export const RECENT_DAYS = 30

export interface Agreed {
  adult: boolean
  terms: boolean
}

export const TERMS_LABEL = 'Acepto los términos y la política de privacidad'
const TERMS_REQUIRED = 'Hay que aceptar los términos'

/**
 * The label of `terms`, and its error, by the published pages; undefined without one, as nobody accepts what cannot be
 * read.
 */
export function termsTexts(published: readonly string[]): { label: string; required: string } | undefined {
  const hasPrivacy = published.includes('privacidad')
  if (published.includes('terminos'))
    return {
      label: hasPrivacy ? TERMS_LABEL : 'Acepto los términos',
      required: TERMS_REQUIRED,
    }
  if (!hasPrivacy) return undefined
  return {
    label: 'Acepto la política de privacidad',
    required: 'Hay que aceptar la política de privacidad',
  }
}

export function agreedErrors(
  { adult, terms }: Agreed,
  published: readonly string[],
): { [Field in keyof Agreed]: string | undefined } {
  return {
    adult: adult ? undefined : ADULT_REQUIRED,
    terms: terms ? undefined : termsTexts(published)?.required,
  }
}

interface Asked extends Agreed {
  email: string
  first_name: string
  last_name: string
  phone: string
}

export function accessErrors(
  { email, first_name, last_name, phone, ...agreed }: Asked,
  published: readonly string[],
): { [Field in keyof Asked]: string | undefined } {
  return {
    email: emailError(email),
    first_name: nameError(first_name),
    last_name: requiredError(last_name, LAST_NAME),
    phone: optionalPhoneError(phone),
    ...agreedErrors(agreed, published),
  }
}
