import {
  LOGIN_NAME_MIN,
  NAME_LENGTH,
  PASSWORD_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from '../../contract/limits.ts'
import { passwordError } from '../../contract/password.ts'

export interface NewUserDraft {
  first_name: string
  last_name: string
  username: string
  email: string
  password: string
  password2: string
  instagram: string
  email_verified: boolean
}
export type NewUserField = Exclude<keyof NewUserDraft, 'email_verified'>

export const EMPTY_USER: NewUserDraft = {
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  password: '',
  password2: '',
  instagram: '',
  email_verified: false,
}

export const FIELD_MAX: Record<NewUserField, number> = {
  first_name: NAME_LENGTH,
  last_name: NAME_LENGTH,
  username: USERNAME_MAX,
  email: 254,
  password: PASSWORD_MAX,
  password2: PASSWORD_MAX,
  instagram: 61,
}

/** What is wrong with each field, in the words the server would use. Its own word is the last. */
export function newUserErrors(draft: NewUserDraft): Partial<Record<NewUserField, string>> {
  const found: Record<NewUserField, string | undefined> = {
    first_name: draft.first_name.trim() === '' ? 'El nombre es requerido' : undefined,
    last_name: draft.last_name.trim() === '' ? 'El apellido es requerido' : undefined,
    username: usernameError(draft.username.trim()),
    email: emailError(draft.email.trim()),
    password: draft.password === '' ? 'La contraseña es requerida' : passwordError(draft.password),
    password2: draft.password === draft.password2 ? undefined : 'Las contraseñas no coinciden',
    instagram: undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined))
}

function usernameError(username: string): string | undefined {
  if (username === '') return 'El usuario es requerido'
  if (username.length < USERNAME_MIN) return `El usuario debe tener al menos ${USERNAME_MIN} caracteres`
  if (!/^[A-Za-z0-9_]+$/.test(username)) return 'El usuario solo puede tener letras, números y guiones bajos'
  return undefined
}

function emailError(email: string): string | undefined {
  if (email === '') return 'El email es requerido'
  // Only what is plainly none: the server has the last word.
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) ? undefined : 'Ingrese un email válido'
}

/** The login asks for four characters at least, so who has three signs in with the e-mail. */
export function usernameWarning(username: string): string | undefined {
  const { length } = username.trim()
  return length >= USERNAME_MIN && length < LOGIN_NAME_MIN
    ? `Con menos de ${LOGIN_NAME_MIN} caracteres, el ingreso a la cuenta es solo con el email.`
    : undefined
}

export function newUserBody(draft: NewUserDraft) {
  return {
    ...draft,
    first_name: draft.first_name.trim(),
    last_name: draft.last_name.trim(),
    username: draft.username.trim(),
    email: draft.email.trim().toLowerCase(),
    instagram: draft.instagram.trim() || null,
  }
}
