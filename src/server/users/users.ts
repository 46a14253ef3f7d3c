import { USER_NOT_FOUND } from '../../contract/accounts/account-rules.ts'
import type { User } from '../../contract/accounts/auth.ts'
import type { Role } from '../../contract/accounts/roles.ts'
import { MAX_ARRAY_LENGTH, USERS_PAGE_SIZE } from '../../contract/limits.ts'
import type { OrdersOfAccount } from '../../contract/orders/orders.ts'
import type * as contract from '../../contract/accounts/users.ts'
import type { PageQuery } from '../../contract/text.ts'
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
import { invalid, notFound } from '../errors.ts'
import type { SessionUser } from '../http/caller.ts'
import type { InputOf, OwnInputOf } from '../http/input.ts'
import { pageOf, pagingAsked } from '../http/paging.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { welcomeMail } from '../mail/templates.ts'
import { getRememberedSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import {
  findAdmin,
  findTaken,
  findUser,
  hasLookalike,
  insertUser,
  lockLook,
  selectUsers,
  updateActive,
} from './queries.ts'
import { lockForOwner } from './remove-person.ts'
import { duplicateAccount, lookalikeAccount } from './rules.ts'

export { readPerson } from './person-data.ts'
export { erasePerson, type RemovalHook } from './remove-person.ts'
export { findIdOf, updatePhone } from './queries.ts'

/** Throws NOT_FOUND. */
export async function getAdminId({ db }: Pick<Shop, 'db'>, username: string): Promise<number> {
  const admin = await findAdmin(db, username)
  if (!admin) throw notFound(`No hay ningún administrador con el usuario ${username}.`)
  return admin.id
}

export interface NewAccount {
  username: string
  email: string
  password: string
  first_name?: string
  last_name?: string
  instagram?: string | null
  /** Ten digits or empty. */
  phone?: string
  /** By default that of an owner for `is_staff` and `is_superuser`, else none. */
  role?: Role | null
  is_staff?: boolean
  is_superuser?: boolean
  email_verified?: boolean
  /** The acting admin; null for the operator's command and the demo. */
  createdBy: number | null
}

/**
 * Creates an account with any rights. Unless its e-mail is verified, a code is sent to it. Throws VALIDATION for a
 * password that must not be set, DUPLICATE with a text under `username` and `email`. Hashes the password, so never
 * inside a transaction.
 */
export async function createAccount(shop: Shop, account: NewAccount): Promise<User> {
  const problem = passwordProblem(account.password, (await getRememberedSettings(shop)).shop_name)
  if (problem) throw invalid({ password: [problem] })
  const passwordHash = await hashPassword(account.password)
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const verifiedAt = account.email_verified ? at : null
    const row = await addAccount(tx, { ...account, verifiedAt, passwordHash }, at)
    // No mail to the first admin and in the demo.
    if (account.createdBy !== null) await welcome(tx, shop, row, at)
    if (!isVerified(row))
      await issueCode(tx, shop, { userId: row.id, purpose: 'verify_email', email: row.email })
    return toUser(row)
  })
}

/** The row of a new account and its entry in the log. Throws as `createAccount`. */
export async function addAccount(
  tx: Tx,
  account: Omit<NewAccount, 'password' | 'email_verified'> & {
    passwordHash: string
    verifiedAt: Date | null
  },
  at: Date,
): Promise<AccountRow> {
  await lockLook(tx, account.username)
  if (await hasLookalike(tx, account.username)) throw lookalikeAccount()
  const row = await insertUser(tx, {
    username: account.username,
    email: account.email.toLowerCase(),
    password_hash: account.passwordHash,
    first_name: account.first_name ?? '',
    last_name: account.last_name ?? '',
    instagram: account.instagram ?? null,
    phone: account.phone ?? '',
    is_staff: account.is_staff ?? Boolean(account.role),
    is_superuser: account.is_superuser ?? false,
    role: account.role ?? (account.is_staff || account.is_superuser ? 'owner' : null),
    email_verified_at: account.verifiedAt,
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
      ...(account.role && { role: { before: null, after: account.role } }),
      email_verified: { before: null, after: isVerified(row) },
    },
  })
  return row
}

/** Throws DUPLICATE with a text under `username` for a name that is taken or looks like one. */
export async function refuseTakenName(db: Db, username: string): Promise<void> {
  if (await hasLookalike(db, username)) throw lookalikeAccount()
  const taken = await findTaken(db, { username, email: '' })
  if (taken.username) throw duplicateAccount(taken)
}

async function welcome(tx: Tx, shop: Shop, row: AccountRow, at: Date): Promise<void> {
  const mail = welcomeMail(shop.config.publicUrl, { username: row.username, isVerified: isVerified(row) })
  await enqueueMail(tx, { to: row.email, userId: row.id, ...mail, at })
}

function isVerified(row: AccountRow): boolean {
  return row.email_verified_at !== null
}

/**
 * Creates an account, without rights whatever else the request holds: a role needs the proof that a change of one needs. Throws
 * as `createAccount` and `checkOwnProof`.
 */
export async function createUser({ shop, user: admin, body: user }: InputOf<typeof contract.createUser>) {
  const { username, email, password, first_name, last_name, instagram, email_verified, role } = user
  if (role !== null) await checkOwnProof(shop, admin, {})
  return createAccount(shop, {
    username,
    email,
    password,
    first_name,
    last_name,
    instagram,
    email_verified,
    role,
    createdBy: admin.id,
  })
}

/** A page if the query has `page` or `page_size`, else the newest hundred as an array. `path` is the requested path. */
export async function listUsers({ shop, query }: OwnInputOf<typeof contract.listUsers>, path: string) {
  const { username, email, status, user_type } = query
  const admins = user_type && (user_type === 'admin' || user_type === 'staff')
  const filter = { username, email, status, admins }
  const paging = pagingAsked(query, USERS_PAGE_SIZE)
  if (!paging) {
    const { results } = await selectUsers(shop.db, filter, { offset: 0, limit: MAX_ARRAY_LENGTH })
    return results.map((row) => toUser(row))
  }
  const { results, count } = await selectUsers(shop.db, filter, {
    offset: paging.offset,
    limit: paging.pageSize,
  })
  return pageOf(path, query, paging, { results: results.map((row) => toUser(row)), count })
}

/** With a page of its orders, from the room `orders`. */
export async function getUser(
  { shop, params: { id }, query }: InputOf<typeof contract.getUser>,
  { listOrdersOf, path }: { listOrdersOf: ListOrdersOf; path: string },
) {
  const row = await findUser(shop.db, id)
  if (!row) throw notFound(USER_NOT_FOUND)
  return {
    user: toUser(row),
    ...(await listOrdersOf(shop, id, { query, path: path.replace(':id', String(id)) })),
  }
}

export type ListOrdersOf = (
  shop: Shop,
  userId: number,
  asked: { query: PageQuery; path: string },
) => Promise<OrdersOfAccount>

/** Deactivation ends the sessions at once. Throws FORBIDDEN for the caller's own account (`refuseRemoval`). */
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
