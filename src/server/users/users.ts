import type { User } from '../../contract/auth.ts'
import type { Page } from '../../contract/endpoint.ts'
import { MAX_ARRAY_LENGTH, USERS_PAGE_SIZE } from '../../contract/limits.ts'
import type { Order } from '../../contract/orders.ts'
import type { NewUser, UserQuery } from '../../contract/users.ts'
import { recordActivity } from '../activity/activity.ts'
import {
  type AccountRow,
  deleteSessions,
  hashPassword,
  issueCode,
  passwordProblem,
  toUser,
} from '../auth/auth.ts'
import type { Db } from '../db/connect.ts'
import { forgetKeysOf } from '../db/idempotency.ts'
import { inTransaction } from '../db/retry.ts'
import { invalid, notFound } from '../errors.ts'
import type { SessionUser } from '../http/caller.ts'
import { pageOf, pagingOf } from '../http/paging.ts'
import { forgetMailAbout } from '../mail/outbox.ts'
import type { Shop } from '../shop.ts'
import {
  deleteUserRow,
  findTaken,
  findUser,
  insertUser,
  lockActiveAdmins,
  lockUser,
  selectUsers,
  updateActive,
} from './queries.ts'
import { duplicateAccount, refuseRemoval } from './rules.ts'

export { updatePhone } from './queries.ts'

/** What the rooms that import this one do for it; `app.ts` brings them together. */
export interface UserDoors {
  /** Newest first. */
  listOrdersOf(db: Db, userId: number): Promise<Order[]>
  /** Cancels what is pending and gives the stock back, inside the transaction of the deletion. */
  cancelPendingOrders(tx: Db, userId: number, by: number, at: Date): Promise<void>
  /** Takes names, addresses and phones out of the orders that stay. */
  forgetRecipients(tx: Db, userId: number): Promise<void>
  /** The same for warranty claims. */
  forgetClaimants(tx: Db, userId: number): Promise<void>
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
  /** The admin who makes it; null for the operator's command and the demo. */
  createdBy: number | null
}

/**
 * Makes an account, of whatever rights. Unless its e-mail is known to be right, a code goes to it. Throws VALIDATION
 * for a password that must not be set, DUPLICATE with a text under `username` and `email`. Hashes, so it is never
 * called inside a transaction.
 */
export async function createAccount(shop: Shop, account: NewAccount): Promise<User> {
  const problem = passwordProblem(account.password)
  if (problem) throw invalid({ password: [problem] })
  const passwordHash = await hashPassword(account.password)
  const at = shop.now()
  return inTransaction(shop.db, async (tx) => {
    const row = await insertUser(tx, {
      username: account.username,
      email: account.email.toLowerCase(),
      password_hash: passwordHash,
      first_name: account.first_name ?? '',
      last_name: account.last_name ?? '',
      instagram: account.instagram ?? null,
      phone: account.phone ?? '',
      is_staff: account.is_staff ?? false,
      is_superuser: account.is_superuser ?? false,
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
    if (!isVerified(row))
      await issueCode(tx, shop, { userId: row.id, purpose: 'verify_email', email: row.email })
    return toUser(row)
  })
}

function isVerified(row: AccountRow): boolean {
  return row.email_verified_at !== null
}

/** A customer's account; rights are given by the operator only, whatever the request holds. */
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

/** A page when `page` or `page_size` is asked for, else the newest hundred. `path` is the one that was called. */
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
  doors: UserDoors,
  id: number,
): Promise<{ user: User; orders: Order[] }> {
  const row = await findUser(shop.db, id)
  if (!row) throw unknownUser()
  return { user: toUser(row), orders: await doors.listOrdersOf(shop.db, id) }
}

/** Deactivation ends the sessions at once. Never oneself, never the last active admin. */
export async function setUserActive(
  shop: Shop,
  admin: SessionUser,
  id: number,
  isActive: boolean,
): Promise<User> {
  const at = shop.now()
  return inTransaction(shop.db, async (tx) => {
    const before = await lockForAdmin(tx, admin, id)
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

/** Removes the account and its personal data; its orders stay without a name, the pending ones cancelled. */
export async function deleteUser(
  shop: Shop,
  doors: UserDoors,
  admin: SessionUser,
  id: number,
): Promise<void> {
  const at = shop.now()
  await inTransaction(shop.db, async (tx) => {
    const before = await lockForAdmin(tx, admin, id)
    await doors.cancelPendingOrders(tx, id, admin.id, at)
    await doors.forgetRecipients(tx, id)
    await doors.forgetClaimants(tx, id)
    await forgetMailAbout(tx, before.email)
    await forgetKeysOf(tx, `user:${id}`)
    await deleteUserRow(tx, id)
    await recordActivity(tx, {
      at,
      action: 'delete',
      entity: 'user',
      entityId: id,
      description: `Cuenta #${id} eliminada`,
      userId: admin.id,
      changes: {
        is_staff: { before: before.is_staff, after: null },
        is_active: { before: before.is_active, after: null },
      },
    })
  })
}

/** Admins first, then the account: always in that order. */
async function lockForAdmin(tx: Db, admin: SessionUser, id: number): Promise<AccountRow> {
  const refusal = refuseRemoval(admin.id, id, await lockActiveAdmins(tx))
  if (refusal) throw refusal
  const row = await lockUser(tx, id)
  if (!row) throw unknownUser()
  return row
}

function unknownUser() {
  return notFound('No se encontró información del usuario')
}
