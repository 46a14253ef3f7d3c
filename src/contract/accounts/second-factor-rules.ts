import { missing } from '../sentences.ts'

/** Rules and texts of the second factor, for the screens and the server. */
export const FACTOR_WRONG = 'El código no es válido o ya se usó'
export const FACTOR_OVER = 'Pasó demasiado tiempo. Iniciá sesión de nuevo.'
export const FACTOR_TOO_MANY = 'Demasiados intentos. Iniciar sesión de nuevo.'
export const FACTOR_WANTED = 'Ingresá el código de la app de verificación.'
export const FACTOR_CODE = 'El código'
export const FACTOR_CODE_REQUIRED = missing(FACTOR_CODE)
export const RECOVERY_CODES = 10
/** Longest typed code, with spaces and hyphens. */
export const FACTOR_CODE_LENGTH = 40

export function factorCodeError(typed: string): string | undefined {
  return typed.trim() === '' ? FACTOR_CODE_REQUIRED : undefined
}

/** Whether all staff must have a second factor. */
export const STAFF_2FA = ['optional', 'required'] as const
export type Staff2fa = (typeof STAFF_2FA)[number]
export const STAFF_2FA_LABEL: Record<Staff2fa, string> = {
  optional: 'Cada persona decide',
  required: 'Obligatoria para el panel',
}
export const FACTOR_MISSING = 'Para usar el panel, activá la verificación en dos pasos en Configuración.'
export const PROOF_REQUIRED = 'No se hizo: falta confirmar que sos vos.'
export const FACTOR_FIRST = 'Antes activala en tu cuenta, en Configuración.'
