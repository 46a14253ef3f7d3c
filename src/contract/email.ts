import { EMAIL_LENGTH } from './limits.ts'
import { missing } from './sentences.ts'

/** A plain mail address. The pattern is linear: no quoted parts, no comments. Dots only stand between other characters. */
export const EMAIL_PATTERN =
  /^(?=[^@]{1,64}@)[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/
export const EMAIL_REQUIRED = missing('El email')
export const EMAIL_INVALID = 'Ingrese un email válido'

export function emailError(typed: string): string | undefined {
  const email = typed.trim()
  if (email === '') return EMAIL_REQUIRED
  return email.length <= EMAIL_LENGTH && EMAIL_PATTERN.test(email) ? undefined : EMAIL_INVALID
}
