import { EMAIL_LENGTH } from './limits.ts'
import { missing } from './sentences.ts'

/**
 * A plain mail address. The pattern is linear: no quoted parts, no comments. Dots only stand between other characters,
 * hyphens of a domain inside its parts, which may have Latin letters as ñ.
 */
export const EMAIL_PATTERN =
  /^(?=[^@]{1,64}@)[A-Za-z0-9_%+&'-]+(?:\.[A-Za-z0-9_%+&'-]+)*@(?!-)[A-Za-z0-9À-ɏ-]{1,63}(?:(?<!-)\.(?!-)[A-Za-z0-9À-ɏ-]{1,63}){1,8}(?<!-)$/
export const EMAIL_REQUIRED = missing('El email')
export const EMAIL_INVALID = 'Ingrese un email válido'

/** Without what nobody sees: copied addresses bring zero-width characters. */
export function tidyEmail(typed: string): string {
  return typed
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .normalize('NFC')
    .trim()
}

export function emailError(typed: string): string | undefined {
  const email = tidyEmail(typed)
  if (email === '') return EMAIL_REQUIRED
  return email.length <= EMAIL_LENGTH && EMAIL_PATTERN.test(email) ? undefined : EMAIL_INVALID
}
