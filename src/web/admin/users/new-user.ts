import { LAST_NAME, usernameError } from '../../../contract/accounts/account-rules.ts'
import type { Role } from '../../../contract/accounts/roles.ts'
import { emailError } from '../../../contract/email.ts'
import { requiredError, nameError } from '../../../contract/sentences.ts'
import {
  LOGIN_NAME_MIN,
  NAME_LENGTH,
  PASSWORD_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
  EMAIL_LENGTH,
} from '../../../contract/limits.ts'
import { passwordError, PASSWORD_REQUIRED, PASSWORDS_DIFFER } from '../../../contract/accounts/password.ts'

export interface NewUserDraft {
  first_name: string
  last_name: string
  username: string
  email: string
  password: string
  password2: string
  instagram: string
  email_verified: boolean
  /** Empty for a customer. */
  role: Role | ''
}
export type NewUserField = Exclude<keyof NewUserDraft, 'email_verified' | 'role'>

export const EMPTY_USER: NewUserDraft = {
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  password: '',
  password2: '',
  instagram: '',
  email_verified: false,
  role: '',
}

export const FIELD_MAX: Record<NewUserField, number> = {
  first_name: NAME_LENGTH,
  last_name: NAME_LENGTH,
  username: USERNAME_MAX,
  email: EMAIL_LENGTH,
  password: PASSWORD_MAX,
  password2: PASSWORD_MAX,
  instagram: 61,
}

/** The errors of each field, by the rules of the contract. */
export function newUserErrors(draft: NewUserDraft): Record<NewUserField, string | undefined> {
  return {
    first_name: nameError(draft.first_name),
    last_name: requiredError(draft.last_name, LAST_NAME),
    username: usernameError(draft.username),
    email: emailError(draft.email),
    password: draft.password === '' ? PASSWORD_REQUIRED : passwordError(draft.password),
    password2: draft.password === draft.password2 ? undefined : PASSWORDS_DIFFER,
    instagram: undefined,
  }
}

/** The login requires four characters: a shorter username can only sign in by e-mail. */
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
    role: draft.role || null,
  }
}
