import { DomainError } from '../errors.ts'

/**
 * Why this admin may not deactivate or delete this account, if so. `activeAdmins` are all of them, locked. Whoever acts
 * is one of them and not the one who goes, so one always remains, also when two remove each other at the same moment.
 */
export function refuseRemoval(by: number, userId: number, activeAdmins: number[]): DomainError | undefined {
  if (by === userId) return new DomainError('FORBIDDEN', 'No puedes modificar tu propia cuenta')
  // Removed by somebody else while this request was on its way.
  if (!activeAdmins.includes(by)) return new DomainError('FORBIDDEN', 'No tienes permisos para esta acción')
  return undefined
}

/** The refusal of an account whose names are taken, with a text under each field. */
export function duplicateAccount(taken: { username: boolean; email: boolean }): DomainError {
  const errors = {
    ...(taken.username && { username: ['Ya existe una cuenta con ese nombre de usuario'] }),
    ...(taken.email && { email: ['Ya existe una cuenta con ese email'] }),
  }
  return new DomainError(
    'DUPLICATE',
    Object.values(errors)[0]?.[0] ?? 'Ya existe una cuenta con esos datos',
    { errors },
  )
}
