import { USER_NOT_FOUND } from '../../contract/accounts/account-rules.ts'
import { LAST_ACCOUNT } from '../../contract/accounts/own-data-rules.ts'
import type * as ownData from '../../contract/accounts/own-data.ts'
import type * as contract from '../../contract/accounts/users.ts'
import { recordActivity } from '../activity/activity.ts'
import { type AccountRow, checkOwnProof, deleteSessions } from '../auth/auth.ts'
import type { ForgottenPerson } from '../db/forgotten-person.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, notFound, sessionOver } from '../errors.ts'
import { removeReleasedPhotos } from '../files/uploads.ts'
import type { SessionUser } from '../http/caller.ts'
import type { InputOf } from '../http/input.ts'
import { leaveNoTrace } from '../mail/forgotten.ts'
import type { Shop } from '../shop.ts'
import { deleteUserRow, hasProvedAddress, lockActiveOwners, lockUser } from './queries.ts'
import { refuseRemoval } from './rules.ts'

const ONLY_OWNER = 'Es el único dueño: creá otro antes de borrarlo.'

/** What another room does when a person is removed, in the same transaction. Resolves to the number of rows changed. */
export type RemovalHook = (tx: Tx, removal: Removal) => Promise<number>
type Hooks<Name extends string> = Record<Name, RemovalHook>

interface Removal extends ForgottenPerson {
  /** The acting account; null for the operator. */
  by: number | null
  at: Date
}

/**
 * Removes the account and its personal data. Its orders stay without a name, and pending ones are cancelled. Throws
 * PROOF_REQUIRED, FORBIDDEN for the caller's own account, NOT_FOUND.
 */
export async function deleteUser(
  { shop, user: admin, params: { id } }: InputOf<typeof contract.deleteUser>,
  hooks: Hooks<string>,
) {
  await checkOwnProof(shop, admin, {})
  const at = shop.now()
  const removed = await inTransaction(shop.database, async (tx) => {
    const before = await lockForOwner(tx, admin, id)
    const person = { userId: id, email: await ownAddress(tx, before) }
    await runHooks(tx, hooks, { ...person, by: admin.id, at })
    await deleteAccount(tx, before, admin.id, at)
    return { person, address: before.email }
  })
  await forgetFiles(shop, removed)
}

/**
 * The same for the account's owner. Throws like `checkOwnProof`, CONFLICT for the last owner, UNAUTHENTICATED
 * when the session has ended meanwhile.
 */
export async function closeAccount(
  { shop, user, body: proof, browser }: InputOf<typeof ownData.closeAccount, 'browser'>,
  hooks: Hooks<string>,
) {
  await checkOwnProof(shop, user, proof)
  const at = shop.now()
  const removed = await inTransaction(shop.database, async (tx) => {
    const removed = await erase(tx, hooks, { id: user.id, at })
    if (removed === 'last owner') throw new DomainError('CONFLICT', LAST_ACCOUNT)
    if (!removed?.sessions.includes(user.sessionId)) throw sessionOver()
    return removed
  })
  await forgetFiles(shop, removed)
  if (browser && browser.keys.length > 0) browser.forget()
}

interface Removed {
  person: ForgottenPerson
  /** The e-mail of the account, whether or not it was proved. */
  address: string
}

async function forgetFiles(shop: Shop, { person, address }: Removed): Promise<void> {
  await leaveNoTrace(shop, person, address).catch((error: unknown) => {
    shop.log.error({ err: error }, 'mails of a removed account are still in files: shop -- person forget')
  })
  await removeReleasedPhotos(shop)
}

/**
 * For the operator: removes the account, and personal data under the address, whether it proved that or not. Resolves to
 * the number of changed rows of each kind. Throws FORBIDDEN for the last owner.
 */
export async function erasePerson<Name extends string>(
  tx: Tx,
  hooks: Hooks<Name>,
  { userId: id, email }: ForgottenPerson,
  at: Date,
): Promise<Record<Name | 'accounts', number>> {
  const removed = id === null ? undefined : await erase(tx, hooks, { id, at, email })
  if (removed === 'last owner') throw new DomainError('FORBIDDEN', ONLY_OWNER)
  if (removed) return { ...removed.counts, accounts: 1 }
  return { ...(await runHooks(tx, hooks, { userId: null, email, by: null, at })), accounts: 0 }
}

/** Removes an account without an acting admin. Resolves to undefined if it does not exist. */
async function erase<Name extends string>(
  tx: Tx,
  hooks: Hooks<Name>,
  { id, at, email }: { id: number; at: Date; email?: string | null },
) {
  const owners = await lockActiveOwners(tx)
  const before = await lockUser(tx, id)
  if (!before) return undefined
  if (owners.length === 1 && owners[0] === id) return 'last owner'
  const sessions = await deleteSessions(tx, id)
  const person = { userId: id, email: email === undefined ? await ownAddress(tx, before) : email }
  const counts = await runHooks(tx, hooks, { ...person, by: id, at })
  await deleteAccount(tx, before, null, at)
  return { person, address: before.email, sessions, counts }
}

/** An address that the account has not proved may belong to another person, so what visitors sent under it stays. */
async function ownAddress(tx: Tx, { id, email }: AccountRow): Promise<string | null> {
  return (await hasProvedAddress(tx, id)) ? email.toLowerCase() : null
}

/** Sequential, as they lock rows. */
async function runHooks<Name extends string>(
  tx: Tx,
  hooks: Hooks<Name>,
  removal: Removal,
): Promise<Record<Name, number>> {
  const counts: Partial<Record<Name, number>> = {}
  // safe: the names of the hooks
  for (const [name, hook] of Object.entries(hooks) as [Name, RemovalHook][])
    counts[name] = await hook(tx, removal)
  return counts as Record<Name, number> // safe: every hook has run
}

async function deleteAccount(tx: Tx, before: AccountRow, by: number | null, at: Date): Promise<void> {
  const { id, is_staff, is_active } = before
  await deleteUserRow(tx, id)
  await recordActivity(tx, {
    at,
    action: 'delete',
    entity: 'user',
    entityId: id,
    description: `Cuenta #${id} eliminada`,
    userId: by,
    changes: { is_staff: { before: is_staff, after: null }, is_active: { before: is_active, after: null } },
  })
}

/** Locks owners first, then the account: always in this order, to avoid deadlocks. */
export async function lockForOwner(tx: Tx, admin: SessionUser, id: number): Promise<AccountRow> {
  const refusal = refuseRemoval(admin.id, id, await lockActiveOwners(tx))
  if (refusal) throw refusal
  const row = await lockUser(tx, id)
  if (!row) throw notFound(USER_NOT_FOUND)
  return row
}
