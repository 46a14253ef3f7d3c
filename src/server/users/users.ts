import { USER_NOT_FOUND } from '../../contract/accounts/account-rules.ts'
import type { User } from '../../contract/accounts/auth.ts'
import type { closeAccount as closeAccountCall } from '../../contract/accounts/own-data.ts'
import type { BodyOf, Page } from '../../contract/endpoint.ts'
import { MAX_ARRAY_LENGTH, USERS_PAGE_SIZE } from '../../contract/limits.ts'
import type { AdminOrder } from '../../contract/orders/orders.ts'
import { LAST_OWNER } from '../../contract/accounts/roles.ts'
import type { NewUser, UserQuery } from '../../contract/accounts/users.ts'
import { recordActivity } from '../activity/activity.ts'
import {
  type AccountRow,
  checkOwnProof,
  deleteSessions,
  hashPassword,
  issueCode,
  passwordProblem,
  toUser,
} from '../auth/auth.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, invalid, notFound, sessionOver } from '../errors.ts'
import type { SessionUser } from '../http/caller.ts'
import { pageOf, pagingOf } from '../http/paging.ts'
import { leaveNoTrace } from '../mail/forgotten.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { welcomeMail } from '../mail/templates.ts'
import { getRememberedSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import {
  deleteUserRow,
  findIdOf,
  findTaken,
  findUser,
  hasLookalike,
  insertUser,
  lockActiveOwners,
  lockUser,
  selectUsers,
  updateActive,
} from './queries.ts'
import { duplicateAccount, lookalikeAccount, refuseRemoval } from './rules.ts'

const ONLY_OWNER = 'Es el único dueño: crear otro antes de borrarlo.'

export { getMyData, readPerson } from './person-data.ts'
export { updatePhone } from './queries.ts'

/** What another room does when an account is removed, on the transaction that removes it. */
export type AccountRemovalHook = (tx: Tx, removal: AccountRemoval) => Promise<void>

interface AccountRemoval {
  userId: number
  /** The admin who removes it. */
  by: number
  at: Date
}

export interface NewAccount {
  username: string
  email: string
  password: string
  first_name?: string
  last_name?: string
  instagram?: string | null
  /** Ten digits, or empty. */
  phone?: string
  is_staff?: boolean
  is_superuser?: boolean
  email_verified?: boolean
  /** The admin who creates it; null for the operator's command and the demo. */
  createdBy: number | null
}

/**
 * Creates an account with any rights. Unless its e-mail is verified, a code is sent to it. Throws VALIDATION for a password
 * that must not be set, DUPLICATE with a text under `username` and `email`. Hashes, so not inside a transaction.
 */
export async function createAccount(shop: Shop, account: NewAccount): Promise<User> {
  const problem = passwordProblem(account.password, (await getRememberedSettings(shop)).shop_name)
  if (problem) throw invalid({ password: [problem] })
  const passwordHash = await hashPassword(account.password)
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const row = await addAccount(tx, { ...account, passwordHash }, at)
    // Not to the first admin or to the demo.
    if (account.createdBy !== null) await welcome(tx, shop, row, at)
    if (!isVerified(row))
      await issueCode(tx, shop, { userId: row.id, purpose: 'verify_email', email: row.email })
    return toUser(row)
  })
}

/** The row of a new account and its entry in the log. Throws as `createAccount`. */
export async function addAccount(
  tx: Tx,
  account: Omit<NewAccount, 'password'> & { passwordHash: string },
  at: Date,
): Promise<AccountRow> {
  if (await hasLookalike(tx, account.username)) throw lookalikeAccount()
  const row = await insertUser(tx, {
    username: account.username,
    email: account.email.toLowerCase(),
    password_hash: account.passwordHash,
    first_name: account.first_name ?? '',
    last_name: account.last_name ?? '',
    instagram: account.instagram ?? null,
    phone: account.phone ?? '',
    is_staff: account.is_staff ?? false,
    is_superuser: account.is_superuser ?? false,
    role: account.is_staff || account.is_superuser ? 'owner' : null,
    email_verified_at: account.email_verified ? at : null,
    created_at: at,
  })
  if (!row) throw duplicateAccount(await findTaken(tx, account))
  await recordActivity(tx, {
    at,
    action: 'register',
    entity: 'user',
    entityId: row.id,
    description: `Cuenta #${row.id} creada`,
    userId: account.createdBy,
    changes: {
      is_staff: { before: null, after: row.is_staff },
      email_verified: { before: null, after: isVerified(row) },
    },
  })
  return row
}

async function welcome(tx: Tx, shop: Shop, row: AccountRow, at: Date): Promise<void> {
  const mail = welcomeMail(shop.config.publicUrl, { username: row.username, isVerified: isVerified(row) })
  await enqueueMail(tx, { to: row.email, userId: row.id, ...mail, at })
}

function isVerified(row: AccountRow): boolean {
  return row.email_verified_at !== null
}

/** Creates a customer's account. Only the operator gives rights, whatever the request holds. */
export function createUser(shop: Shop, admin: SessionUser, user: NewUser): Promise<User> {
  const { username, email, password, first_name, last_name, instagram, email_verified } = user
  return createAccount(shop, {
    username,
    email,
    password,
    first_name,
    last_name,
    instagram,
    email_verified,
    createdBy: admin.id,
  })
}

/** A page if the query has `page` or `page_size`, else the newest hundred as an array. `path` is the called one. */
export async function listUsers(shop: Shop, query: UserQuery, path: string): Promise<Page<User> | User[]> {
  const { username, email, status, user_type } = query
  const admins = user_type && (user_type === 'admin' || user_type === 'staff')
  const filter = { username, email, status, admins }
  if (query.page === undefined && query.page_size === undefined) {
    const { results } = await selectUsers(shop.db, filter, { offset: 0, limit: MAX_ARRAY_LENGTH })
    return results.map(toUser)
  }
  const paging = pagingOf(query, USERS_PAGE_SIZE)
  const { results, count } = await selectUsers(shop.db, filter, {
    offset: paging.offset,
    limit: paging.pageSize,
  })
  return pageOf(path, query, paging, { results: results.map(toUser), count })
}

export async function getUser(
  shop: Shop,
  listOrdersOf: (shop: Shop, userId: number) => Promise<AdminOrder[]>,
  id: number,
): Promise<{ user: User; orders: AdminOrder[] }> {
  const row = await findUser(shop.db, id)
  if (!row) throw unknownUser()
  return { user: toUser(row), orders: await listOrdersOf(shop, id) }
}

/** Deactivation ends the sessions at once. Throws FORBIDDEN for oneself (`refuseRemoval`). */
export async function setUserActive(
  shop: Shop,
  admin: SessionUser,
  id: number,
  isActive: boolean,
): Promise<User> {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const before = await lockForOwner(tx, admin, id)
    if (before.is_active === isActive) return toUser(before)
    const row = await updateActive(tx, id, isActive)
    if (!isActive) await deleteSessions(tx, id)
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'user',
      entityId: id,
      description: `Cuenta #${id} ${isActive ? 'activada' : 'desactivada'}`,
      userId: admin.id,
      changes: { is_active: { before: before.is_active, after: row.is_active } },
    })
    return toUser(row)
  })
}

/** Removes the account and its personal data. Its orders stay without a name, and pending ones are cancelled. */
export async function deleteUser(
  shop: Shop,
  hooks: AccountRemovalHook[],
  admin: SessionUser,
  id: number,
): Promise<void> {
  const at = shop.now()
  const { email } = await inTransaction(shop.database, async (tx) => {
    const before = await lockForOwner(tx, admin, id)
    for (const hook of hooks) await hook(tx, { userId: id, by: admin.id, at })
    await deleteAccount(tx, before, admin.id, at)
    return before
  })
  await forgetMailFiles(shop, email)
}

/** The same by its owner. Throws WRONG_PASSWORD, VALIDATION, CONFLICT for the last owner, UNAUTHENTICATED when the session has ended since. */
export async function closeAccount(
  shop: Shop,
  hooks: AccountRemovalHook[],
  user: SessionUser,
  proof: Omit<BodyOf<typeof closeAccountCall>, 'confirm'>,
): Promise<void> {
  await checkOwnProof(shop, user, proof)
  const at = shop.now()
  const email = await inTransaction(shop.database, async (tx) => {
    const removed = await erase(tx, hooks, user.id, at)
    if (removed === 'last owner') throw new DomainError('CONFLICT', LAST_OWNER)
    if (!removed?.sessions.includes(user.sessionId)) throw sessionOver()
    return removed.email
  })
  await forgetMailFiles(shop, email)
}

async function forgetMailFiles(shop: Shop, email: string): Promise<void> {
  await leaveNoTrace(shop.config.dataDir, email).catch((error: unknown) => {
    shop.log.error({ err: error }, 'mails of a removed account are still in files: shop -- person forget')
  })
}

/** For the operator: the same by e-mail. Resolves to 0 without such an account. Throws FORBIDDEN for the last owner. */
export async function eraseAccount(
  tx: Tx,
  hooks: AccountRemovalHook[],
  email: string,
  at: Date,
): Promise<number> {
  const id = await findIdOf(tx, email)
  const removed = id === undefined ? undefined : await erase(tx, hooks, id, at)
  if (removed === 'last owner') throw new DomainError('FORBIDDEN', ONLY_OWNER)
  return removed ? 1 : 0
}

/** Without an admin who does it. Resolves to the sessions that ended; to undefined without such an account. */
async function erase(tx: Tx, hooks: AccountRemovalHook[], id: number, at: Date) {
  const owners = await lockActiveOwners(tx)
  const before = await lockUser(tx, id)
  if (!before) return undefined
  if (owners.length === 1 && owners[0] === id) return 'last owner'
  const sessions = await deleteSessions(tx, id)
  for (const hook of hooks) await hook(tx, { userId: id, by: id, at })
  await deleteAccount(tx, before, null, at)
  return { email: before.email, sessions }
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
async function lockForOwner(tx: Db, admin: SessionUser, id: number): Promise<AccountRow> {
  const refusal = refuseRemoval(admin.id, id, await lockActiveOwners(tx))
  if (refusal) throw refusal
  const row = await lockUser(tx, id)
  if (!row) throw unknownUser()
  return row
}

function unknownUser() {
  return notFound(USER_NOT_FOUND)
}
