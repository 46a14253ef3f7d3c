import { OWN_ACCOUNT, USER_NOT_FOUND } from '../../contract/accounts/account-rules.ts'
import type { User } from '../../contract/accounts/auth.ts'
import { LAST_OWNER, type Role } from '../../contract/accounts/roles.ts'
import type * as contract from '../../contract/accounts/users.ts'
import { recordActivity } from '../activity/activity.ts'
import { checkOwnProof, deleteSessions, roleOf, toUser } from '../auth/auth.ts'
import { inTransaction } from '../db/transaction.ts'
import { DomainError, notAllowed, notFound } from '../errors.ts'
import type { SessionUser } from '../http/caller.ts'
import type { InputOf } from '../http/input.ts'
import type { Shop } from '../shop.ts'
import { lockActiveOwners, lockUser, updateRole } from './queries.ts'
import { setUserActive } from './users.ts'

/**
 * Dispatches to one of the verbs below; the contract allows only one of both fields. Throws like them, FORBIDDEN for the
 * caller's own account, and like `checkOwnProof`.
 */
export async function changeUser({
  shop,
  user: owner,
  params: { id },
  body: { is_active, role, ...proof },
}: InputOf<typeof contract.patchUser>) {
  if (id === owner.id) throw new DomainError('FORBIDDEN', OWN_ACCOUNT)
  await checkOwnProof(shop, owner, proof)
  if (role !== undefined) return setUserRole(shop, owner, id, role)
  return setUserActive(shop, owner, id, is_active === true)
}

/**
 * Sets the role of an account; null makes it a customer. Ends its sessions. Throws NOT_FOUND, CONFLICT when no active
 * owner would be left.
 */
async function setUserRole(shop: Shop, owner: SessionUser, id: number, role: Role | null): Promise<User> {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const owners = await lockActiveOwners(tx)
    if (owners.length === 1 && owners[0] === id && role !== 'owner')
      throw new DomainError('CONFLICT', LAST_OWNER)
    // Another owner removed the caller's role meanwhile.
    if (!owners.includes(owner.id)) throw notAllowed()
    const before = await lockUser(tx, id)
    if (!before) throw notFound(USER_NOT_FOUND)
    if (roleOf(before) === role) return toUser(before)
    const row = await updateRole(tx, id, role)
    await deleteSessions(tx, id)
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'user',
      entityId: id,
      description: `Rol de la cuenta #${id} cambiado`,
      userId: owner.id,
      changes: { role: { before: roleOf(before), after: role } },
    })
    return toUser(row)
  })
}
