import { profileErrors, type ProfileNames } from '../../../contract/accounts/account-rules.ts'
import { emailError } from '../../../contract/email.ts'
import { passwordError, PASSWORD_REQUIRED, PASSWORDS_DIFFER } from '../../../contract/accounts/password.ts'
import { closeWordError } from '../../../contract/accounts/own-data-rules.ts'
import type { FieldErrors } from '../../forms/form-state.ts'

/** Only the first error, as specified for this form. */
export function nameErrors(names: ProfileNames): FieldErrors {
  return Object.fromEntries(Object.entries(profileErrors(names)).slice(0, 1))
}

export interface PasswordChange {
  old_password: string
  new_password: string
  confirmation: string
}

export function passwordErrors({ old_password, new_password, confirmation }: PasswordChange): FieldErrors {
  const same = confirmation === '' ? PASSWORD_REQUIRED : undefined
  return {
    old_password: old_password === '' ? PASSWORD_REQUIRED : undefined,
    new_password: passwordError(new_password),
    confirmation: new_password === confirmation ? same : PASSWORDS_DIFFER,
  }
}

export interface CodeRequest {
  password: string
  /** Of the second factor; empty until it is asked for. */
  code: string
  new_email: string
}

export function codeRequestErrors({ password, new_email }: CodeRequest): FieldErrors {
  return {
    password: password === '' ? PASSWORD_REQUIRED : undefined,
    new_email: emailError(new_email),
  }
}

export interface Closing {
  /** A passkey instead of the password. */
  byKey: boolean
  password: string
  /** Of the second factor; empty until it is asked for. */
  code: string
  confirm: string
}

export function closingErrors({ byKey, password, confirm }: Closing): FieldErrors {
  return {
    password: password === '' && !byKey ? PASSWORD_REQUIRED : undefined,
    confirm: closeWordError(confirm),
  }
}
