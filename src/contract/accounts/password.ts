import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import { missing, tooLong, tooShort } from '../sentences.ts'

export const PASSWORD = 'La contraseña'
export const PASSWORD_REQUIRED = missing(PASSWORD)
export const PASSWORD_TOO_LONG = tooLong(PASSWORD, PASSWORD_MAX)
export const PASSWORDS_DIFFER = 'Las contraseñas no coinciden'
export const LINK_SENT = 'Si hay una cuenta con ese email, enviamos un enlace que vale 15 minutos.'
export const LINK_USED = 'El enlace ya se usó o venció. Podés pedir otro.'
export const RECOVERED = 'Contraseña cambiada. Ya podés iniciar sesión.'
export const PASSWORD_CHANGED = 'Contraseña actualizada correctamente'
/** The rule of `passwordError`, and that of common passwords. */
export const PASSWORD_HINT = 'Al menos 8 caracteres, con letras y números; ninguna de las más usadas'

/** The rule for a new password. The server also refuses common passwords. */
export function passwordError(password: string): string | undefined {
  if (password.length < PASSWORD_MIN) return tooShort(PASSWORD, PASSWORD_MIN)
  if (password.length > PASSWORD_MAX) return PASSWORD_TOO_LONG
  if (!/\p{L}/u.test(password) || !/\d/.test(password)) return 'La contraseña debe tener letras y números'
  return undefined
}
