import { passwordError } from '../../contract/password.ts'

export interface ProfileNames {
  first_name: string
  last_name: string
}

/** The first thing that is wrong with the names, as the server would word it. */
export function profileError({
  first_name,
  last_name,
}: ProfileNames): { field: keyof ProfileNames; text: string } | undefined {
  if (first_name.trim() === '') return { field: 'first_name', text: 'El nombre es requerido' }
  if (first_name.trim().length < 2)
    return { field: 'first_name', text: 'El nombre debe tener al menos 2 caracteres' }
  if (last_name.trim() === '') return { field: 'last_name', text: 'El apellido es requerido' }
  if (last_name.trim().length < 2)
    return { field: 'last_name', text: 'El apellido debe tener al menos 2 caracteres' }
  return undefined
}

export function emailError(email: string): string | undefined {
  if (email.trim() === '') return 'El email es requerido'
  // Only what is plainly none: the server has the last word.
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim()) ? undefined : 'Ingrese un email válido'
}

export interface PasswordChange {
  old_password: string
  new_password: string
  confirmation: string
}

/** The first thing that is wrong with a change of password. */
export function passwordChangeError(
  change: PasswordChange,
): { field: keyof PasswordChange; text: string } | undefined {
  if (change.old_password === '') return { field: 'old_password', text: 'La contraseña es requerida' }
  const text = passwordError(change.new_password)
  if (text) return { field: 'new_password', text }
  if (change.new_password !== change.confirmation) {
    return { field: 'confirmation', text: 'Las contraseñas no coinciden' }
  }
  return undefined
}
