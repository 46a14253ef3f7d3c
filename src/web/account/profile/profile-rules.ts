import { profileErrors, type ProfileNames } from '../../../contract/account-rules.ts'
import { passwordError, PASSWORD_REQUIRED, PASSWORDS_DIFFER } from '../../../contract/password.ts'

/** The first thing that is wrong with the names. */
export function profileError(names: ProfileNames): { field: keyof ProfileNames; text: string } | undefined {
  const { first_name, last_name } = profileErrors(names)
  if (first_name) return { field: 'first_name', text: first_name }
  return last_name ? { field: 'last_name', text: last_name } : undefined
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
  if (change.old_password === '') return { field: 'old_password', text: PASSWORD_REQUIRED }
  const text = passwordError(change.new_password)
  if (text) return { field: 'new_password', text }
  if (change.new_password !== change.confirmation) {
    return { field: 'confirmation', text: PASSWORDS_DIFFER }
  }
  return undefined
}
