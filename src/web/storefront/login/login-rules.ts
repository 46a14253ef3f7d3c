import { LOGIN_NAME } from '../../../contract/accounts/account-rules.ts'
import { PASSWORD, PASSWORD_REQUIRED } from '../../../contract/accounts/password.ts'
import { requiredError, tooShort } from '../../../contract/sentences.ts'
import { LOGIN_NAME_MIN, LOGIN_PASSWORD_MIN } from '../../../contract/limits.ts'
import type { FieldErrors } from '../../forms/form-state.ts'

export interface Credentials {
  /** User name or e-mail. */
  name: string
  password: string
}

export function loginErrors({ name, password }: Credentials): FieldErrors {
  return { name: loginNameError(name), password: loginPasswordError(password) }
}

export function loginNameError(name: string): string | undefined {
  const isShort = name.trim().length < LOGIN_NAME_MIN
  return requiredError(name, LOGIN_NAME) ?? (isShort ? tooShort(LOGIN_NAME, LOGIN_NAME_MIN) : undefined)
}

/** A password is checked as typed, spaces included. */
export function loginPasswordError(password: string): string | undefined {
  if (password === '') return PASSWORD_REQUIRED
  if (password.length < LOGIN_PASSWORD_MIN) return tooShort(PASSWORD, LOGIN_PASSWORD_MIN)
  return undefined
}

/** "c•••@correo.com": only recognisable for its owner. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`
}

/** The reason for the login, by the page that redirected to it. */
export function reasonToLogIn(redirect: string | undefined): string {
  if (redirect?.startsWith('/carrito')) return 'Para realizar la compra'
  if (redirect?.startsWith('/garantia')) return 'Para elegir el pedido del reclamo'
  // `/panel` and `/admin` alone lead to the settings of the account.
  if (redirect && /^\/(?:panel|admin)\/./.test(redirect)) return 'Para seguir en el panel'
  if (redirect && /^\/(?:mi-cuenta|panel|account|admin)/.test(redirect)) return 'Para ver la cuenta'
  return redirect ? 'Para ver precios y pedir' : ''
}
