import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Role } from '../../contract/accounts/roles.ts'
import type { UserQuery } from '../../contract/accounts/users.ts'
import { searchedPhone } from '../../contract/phone.ts'
import { ACCOUNT_COLUMNS } from '../db/columns.ts'
import type { Db } from '../db/connect.ts'
import { lookOf, lookOfUsername } from '../db/lookalike.ts'
import { containing, folded, hasWords, PERSON_NAMES } from '../db/like.ts'
import type { Tables } from '../db/tables.ts'
import { LIKE_WORDS } from '../db/prepared.ts'

interface UserFilter {
  username?: UserQuery['username']
  email?: UserQuery['email']
  status?: UserQuery['status']
  admins?: boolean | undefined
}

/** One page, newest first, and the count of all matches. */
export async function selectUsers(db: Db, filter: UserFilter, page: { offset: number; limit: number }) {
  const results = await db
    .selectFrom('users')
    .select(ACCOUNT_COLUMNS)
    .where((row) => matches(row, filter))
    // An exact match comes before addresses that only contain the text.
    .$if(Boolean(filter.email), (query) =>
      query.orderBy(sql`lower(email) = lower(${filter.email ?? ''})`, 'desc'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  const { count } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where((row) => matches(row, filter))
    .executeTakeFirstOrThrow()
  return { results, count }
}

function matches(row: ExpressionBuilder<Tables, 'users'>, { username, email, status, admins }: UserFilter) {
  const digits = searchedPhone(username ?? '')
  const staff = row.or([row('is_staff', '=', true), row('is_superuser', '=', true)])
  return row.and([
    ...(username
      ? [
          row.or([
            hasWords(PERSON_NAMES, username),
            ...(digits ? [sql<SqlBool>`phone ${LIKE_WORDS} ${containing(digits)}`] : []),
          ]),
        ]
      : []),
    ...(email ? [hasWords(folded(sql`email`), email)] : []),
    ...(status ? [row('is_active', '=', status === 'active')] : []),
    ...(admins === undefined ? [] : [admins ? staff : row.not(staff)]),
  ])
}

export function findUser(db: Db, id: number) {
  return db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', id).executeTakeFirst()
}

interface UserFields {
  username: string
  email: string
  password_hash: string
  first_name: string
  last_name: string
  instagram: string | null
  phone: string
  is_staff: boolean
  is_superuser: boolean
  role: Role | null
  email_verified_at: Date | null
  created_at: Date
}

/** Undefined when the username or the e-mail is taken. */
export function insertUser(tx: Db, user: UserFields) {
  return tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirst()
}

export async function findTaken(tx: Db, { username, email }: { username: string; email: string }) {
  const rows = await tx
    .selectFrom('users')
    .select([
      sql<boolean>`lower(username) = lower(${username})`.as('username'),
      sql<boolean>`lower(email) = lower(${email})`.as('email'),
    ])
    .where((row) =>
      row.or([
        sql<boolean>`lower(username) = lower(${username})`,
        sql<boolean>`lower(email) = lower(${email})`,
      ]),
    )
    .execute()
  return { username: rows.some((row) => row.username), email: rows.some((row) => row.email) }
}

/** Locks until the transaction ends: two concurrent new names that look alike would not see each other's row. */
export async function lockLook(tx: Db, username: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`username ${lookOf(username)}`}, 0))`.execute(tx)
}

/** Whether another name looks like this one. `findTaken` checks equal names. */
export async function hasLookalike(tx: Db, username: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where(lookOfUsername, '=', lookOf(username))
    .where(sql`lower(username)`, '!=', username.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/** Locks all active owners until the end of the transaction and returns their ids. In id order, to avoid deadlocks. */
export async function lockActiveOwners(tx: Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', true)
    .where((row) => row.or([row('is_staff', '=', true), row('is_superuser', '=', true)]))
    .where((row) => row.or([row('role', '=', 'owner'), row('role', 'is', null)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Whether the account has used a code or link mailed to its address, or came from a request, which confirmed it. For
 * an address that only the shop vouched for, `email_verified_at` equals `created_at`.
 */
export function provedAddress(userId: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users where id = ${userId}::int and email_verified_at <> created_at)`
}

export async function hasProvedAddress(tx: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`select ${provedAddress(userId)} as proved`.execute(tx)
  return rows[0]?.proved === true
}

/** Locks the row; also keeps new orders from referring to it until the transaction ends. */
export function lockUser(tx: Db, id: number) {
  return tx.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Clears the role and the older rights columns of a customer. */
export function updateRole(tx: Db, id: number, role: Role | null) {
  return tx
    .updateTable('users')
    .set(role === null ? { role, is_staff: false, is_superuser: false } : { role, is_staff: true })
    .where('id', '=', id)
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirstOrThrow()
}

export function updateActive(tx: Db, id: number, isActive: boolean) {
  return tx
    .updateTable('users')
    .set({ is_active: isActive })
    .where('id', '=', id)
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function deleteUserRow(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}

/** Saves the phone of the customer's last order. */
export async function updatePhone(tx: Db, userId: number, phone: string): Promise<void> {
  await tx.updateTable('users').set({ phone }).where('id', '=', userId).execute()
}

export async function findIdOf(db: Db, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((user) => user(user.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return row?.id
}

/** The admin with this username, ignoring case. */
export function findAdmin(db: Db, username: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where((row) => row(row.fn<string>('lower', ['username']), '=', username.toLowerCase()))
    .where((row) => row.or([row('is_staff', '=', true), row('is_superuser', '=', true)]))
    .executeTakeFirst()
}
