import { PROFILE_NAME_MIN, USERNAME_MIN } from '../limits.ts'
import { NAME, requiredError, tooShort } from '../sentences.ts'

/** Rules and texts of accounts, for their forms and the server. */
export const LAST_NAME = 'El apellido'
export const USERNAME = 'El usuario'
export const LOGIN_NAME = 'El usuario o email'

export const WRONG_CREDENTIALS = 'Error al iniciar sesión. Por favor, verifica tus credenciales.'
export const EMAIL_VERIFIED = 'Email verificado correctamente. Ahora puedes iniciar sesión.'
export const CODE_SENT = 'Nuevo código enviado'
export const USER_NOT_FOUND = 'No se encontró información del usuario'
export const EMAIL_TAKEN = 'Ya existe una cuenta con ese email'
export const OWN_ACCOUNT = 'No puedes modificar tu propia cuenta'

export const USERNAME_PATTERN = /^[A-Za-z0-9_]*$/
export const USERNAME_CHARACTERS = 'El usuario solo puede tener letras, números y guiones bajos'

export function usernameError(typed: string): string | undefined {
  const username = typed.trim()
  if (username !== '' && username.length < USERNAME_MIN) return tooShort(USERNAME, USERNAME_MIN)
  return (
    requiredError(username, USERNAME) ?? (USERNAME_PATTERN.test(username) ? undefined : USERNAME_CHARACTERS)
  )
}

export interface ProfileNames {
  first_name: string
  last_name: string
}

/** The errors of the names of a profile. A field that is undefined is not checked. */
export function profileErrors({
  first_name,
  last_name,
}: {
  [Field in keyof ProfileNames]?: string | undefined
}): Partial<ProfileNames> {
  const first = profileNameError(first_name, NAME)
  const last = profileNameError(last_name, LAST_NAME)
  return { ...(first && { first_name: first }), ...(last && { last_name: last }) }
}

function profileNameError(typed: string | undefined, name: string): string | undefined {
  if (typed === undefined) return undefined
  const isShort = typed.trim().length < PROFILE_NAME_MIN
  return requiredError(typed, name) ?? (isShort ? tooShort(name, PROFILE_NAME_MIN) : undefined)
}
