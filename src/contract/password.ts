import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'

/** The rule for a password that is being set; what is too easy to guess is refused by the server besides. */
export function passwordError(password: string): string | undefined {
  if (password.length < PASSWORD_MIN) return 'La contraseña debe tener al menos 8 caracteres'
  if (password.length > PASSWORD_MAX) return 'La contraseña no puede superar los 128 caracteres'
  if (!/\p{L}/u.test(password) || !/\d/.test(password)) return 'La contraseña debe tener letras y números'
  return undefined
}
