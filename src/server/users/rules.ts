import { EMAIL_TAKEN, OWN_ACCOUNT } from '../../contract/accounts/account-rules.ts'
import { DomainError, notAllowed } from '../errors.ts'

/**
 * Why this admin may not deactivate or delete this account; undefined if allowed. `activeAdmins` must be locked. The
 * acting admin must be one of them and not the removed one, so one always remains, even when two remove each other
 * concurrently.
 */
export function refuseRemoval(by: number, userId: number, activeAdmins: number[]): DomainError | undefined {
  if (by === userId) return new DomainError('FORBIDDEN', OWN_ACCOUNT)
  // Another admin removed the acting one meanwhile.
  if (!activeAdmins.includes(by)) return notAllowed()
  return undefined
}

/** DUPLICATE, with a text under each taken field. */
export function duplicateAccount(taken: { username: boolean; email: boolean }): DomainError {
  const errors = {
    ...(taken.username && { username: ['Ya existe una cuenta con ese nombre de usuario'] }),
    ...(taken.email && { email: [EMAIL_TAKEN] }),
  }
  return new DomainError(
    'DUPLICATE',
    Object.values(errors)[0]?.[0] ?? 'Ya existe una cuenta con esos datos',
    { errors },
  )
}

const LOOKALIKE = 'Ese usuario se parece demasiado a otro. Elegí uno distinto.'

/** DUPLICATE, with a text under `username`. */
export function lookalikeAccount(): DomainError {
  return new DomainError('DUPLICATE', LOOKALIKE, { errors: { username: [LOOKALIKE] } })
}
