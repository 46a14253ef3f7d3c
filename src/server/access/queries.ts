import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AccessStatus } from '../../contract/accounts/access-rules.ts'
import type { Db } from '../db/connect.ts'
import { type ForgottenPerson, isTheirs, readdressing } from '../db/forgotten-person.ts'
import { containing, folded, hasWords } from '../db/like.ts'
import { searchedPhone } from '../../contract/phone.ts'
import { isLive } from '../db/live.ts'
import { lookOf, lookOfUsername } from '../db/lookalike.ts'
import type { AccessRequestRow, Tables } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import { LIKE_WORDS } from '../db/prepared.ts'

const OPEN = ['unverified', 'waiting'] as const

/**
 * Stores a request, replacing an unverified one unless its code is still to be mailed: `latestEnd` is the end of a code
 * mailed now. Resolves to the address's request before, or undefined when it is stored.
 */
export async function putRequest(
  tx: Tx,
  request: Omit<Insertable<Tables['access_requests']>, 'tries' | 'status' | 'version'>,
  latestEnd: Date,
): Promise<Pick<AccessRequestRow, 'id' | 'email' | 'status'> | undefined> {
  const row = await tx
    .insertInto('access_requests')
    .values(request)
    .onConflict((conflict) =>
      conflict
        .column('email')
        .where('status', 'in', [sql.lit('unverified' as const), sql.lit('waiting' as const)])
        .doUpdateSet({ ...request, tries: 0 })
        .where('access_requests.status', '=', 'unverified')
        .where('access_requests.code_expires_at', '<=', latestEnd),
    )
    .returning('id')
    .executeTakeFirst()
  if (row) return undefined
  return tx
    .selectFrom('access_requests')
    .select(['id', 'email', 'status'])
    .where('email', '=', request.email)
    .where('status', 'in', OPEN)
    .executeTakeFirst()
}

export function findWaiting(db: Db, email: string) {
  return db
    .selectFrom('access_requests')
    .select(['id', 'email'])
    .where('email', '=', email)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
}

/** Counts one try and returns the request to compare with; undefined without a live code or when its tries are used up. */
export function takeTry(
  db: Db,
  email: string,
  { maxTries, now, livesMs }: { maxTries: number; now: Date; livesMs: number },
) {
  return db
    .updateTable('access_requests')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('email', '=', email)
    .where('status', '=', 'unverified')
    .where(isLive('code_expires_at', now, livesMs))
    .where('tries', '<', maxTries)
    .returning([
      'id',
      'code_hmac',
      // Does not wait for the disk, so that it takes as long as a try without a code.
      sql`set_config('synchronous_commit', 'off', true)`.as('unsynced'),
    ])
    .executeTakeFirst()
}

/** The request with this code, now verified; undefined when another call was faster. */
export function takeVerified(
  tx: Tx,
  { id, codeHmac, status, at }: { id: number; codeHmac: Buffer; status: 'waiting' | 'approved'; at: Date },
): Promise<AccessRequestRow | undefined> {
  return tx
    .updateTable('access_requests')
    .set((row) => ({
      status,
      decided_at: status === 'approved' ? at : null,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '=', 'unverified')
    .where('code_hmac', '=', codeHmac)
    .returningAll()
    .executeTakeFirst()
}

const view = (db: Db) =>
  db
    .selectFrom('access_requests')
    .leftJoin('users', 'users.id', 'access_requests.decided_by')
    .selectAll('access_requests')
    .select('users.username as decided_by_name')

export type ListedRequest = AccessRequestRow & { decided_by_name: string | null }

/** Names and address by words in any order, and the phone. */
function found(search: string | undefined): RawBuilder<SqlBool> {
  if (!search) return sql`true`
  const person = folded(
    sql`concat_ws(' ', access_requests.first_name, access_requests.last_name, access_requests.email)`,
  )
  const phone = searchedPhone(search)
  if (phone === undefined) return hasWords(person, search)
  // It is stored as typed, so that a 15 may stand behind the area code.
  const spellings = [phone, ...[2, 3, 4].map((area) => `${phone.slice(0, area)}15${phone.slice(area)}`)]
  return sql`(${hasWords(person, search)} or regexp_replace(access_requests.phone, '\\D', '', 'g') ${LIKE_WORDS} any(${spellings.map(containing)}::text[]))`
}

/** Newest first. */
export function listRequests(
  db: Db,
  { status, search }: { status: AccessStatus; search?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedRequest[]> {
  return view(db)
    .where('access_requests.status', '=', status)
    .where(found(search))
    .orderBy('access_requests.created_at', 'desc')
    .orderBy('access_requests.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findRequest(db: Db, id: number): Promise<ListedRequest | undefined> {
  return view(db)
    .where('access_requests.id', '=', id)
    .where('access_requests.status', '!=', 'unverified')
    .executeTakeFirst()
}

/** Those that look like the same person's, newest first; phones have the same last digits. */
export async function listAlike(db: Db, ids: number[]): Promise<AlikeRow[]> {
  const name = (of: string) => folded(sql.raw(`${of}.first_name || ' ' || ${of}.last_name`))
  const digits = (of: string) => sql.raw(`right(regexp_replace(${of}.phone, '\\D', '', 'g'), 6)`)
  const { rows } = await sql<AlikeRow>`
    select r.id as of, o.id, o.status, o.created_at, o.phone, o.email = r.email as is_same_email,
      ${name('o')} = ${name('r')} as is_same_name
    from access_requests r join access_requests o
      on o.email = r.email or ${name('o')} = ${name('r')} or (o.phone <> '' and ${digits('o')} = ${digits('r')})
    where r.id = any(${ids}::int[]) and o.id <> r.id and o.status <> 'unverified'
    order by o.created_at desc, o.id desc limit 500`.execute(db)
  return rows
}

/** A request that is like the request `of`. */
export interface AlikeRow extends Pick<AccessRequestRow, 'id' | 'status' | 'created_at' | 'phone'> {
  of: number
  is_same_email: boolean
  is_same_name: boolean
}

export function countRequests(
  db: Db,
  search: string | undefined,
): Promise<{ status: AccessRequestRow['status']; count: number }[]> {
  return db
    .selectFrom('access_requests')
    .select(['status', (row) => row.fn.countAll<number>().as('count')])
    .where(found(search))
    .groupBy('status')
    .execute()
}

export function lockRequest(tx: Tx, id: number): Promise<AccessRequestRow | undefined> {
  return tx
    .selectFrom('access_requests')
    .selectAll()
    .where('id', '=', id)
    .where('status', '!=', 'unverified')
    .forUpdate()
    .executeTakeFirst()
}

type Decision = Pick<AccessRequestRow, 'status' | 'note' | 'decided_by' | 'decided_at' | 'user_id'>

/** Raises the version. */
export async function updateRequest(tx: Tx, id: number, decision: Decision): Promise<void> {
  await tx
    .updateTable('access_requests')
    .set((row) => ({ ...decision, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Approves the undecided requests of an address that got an account. */
export async function endRequests(
  tx: Tx,
  { email, userId, at }: { email: string; userId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('access_requests')
    .set((row) => ({ user_id: userId, status: 'approved', decided_at: at, version: row('version', '+', 1) }))
    .where('email', '=', email)
    .where('status', 'in', OPEN)
    .execute()
  await tx
    .updateTable('access_requests')
    .set({ user_id: userId })
    .where('email', '=', email)
    .where('status', '=', 'approved')
    .execute()
}

/** The versions of the pages that are published. */
export async function publishedVersions(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('content_pages')
    .select(['slug', 'version'])
    .where('slug', 'in', ['terminos', 'privacidad'])
    .where('is_published', '=', true)
    .execute()
  return new Map(rows.map(({ slug, version }) => [slug, version]))
}

/** One for the age, and one for each page with a version. */
export async function insertConsents(
  tx: Tx,
  userId: number,
  { terms, privacy, adultAt }: { terms: number | null; privacy: number | null; adultAt: Date },
  at: Date,
): Promise<void> {
  const given = { user_id: userId, given_at: at }
  const pages = [
    { ...given, kind: 'terms', version: terms } as const,
    { ...given, kind: 'privacy', version: privacy } as const,
  ].filter(({ version }) => version !== null)
  await tx
    .insertInto('consents')
    .values([{ ...given, kind: 'adult', version: null, given_at: adultAt }, ...pages])
    .execute()
}

export async function freeUsername(db: Db, wanted: string[]): Promise<string> {
  const taken = await db
    .selectFrom('users')
    .select(lookOfUsername.as('look'))
    .where(lookOfUsername, 'in', wanted.map(lookOf))
    .execute()
  return wanted.find((name) => !taken.some(({ look }) => look === lookOf(name))) ?? ''
}

// ---- Clean-up and removal --------------------------------------------------------------------------------------

/** Deletes unconfirmed requests and expires waiting ones; resolves to the ids of these. */
export async function expireRequests(
  tx: Tx,
  { createdBefore, at }: { createdBefore: Date; at: Date },
): Promise<number[]> {
  await tx
    .deleteFrom('access_requests')
    .where('status', '=', 'unverified')
    .where('created_at', '<', createdBefore)
    .execute()
  const expired = await tx
    .updateTable('access_requests')
    .set((row) => ({ status: 'expired', decided_at: at, version: row('version', '+', 1) }))
    .where('status', '=', 'waiting')
    .where('created_at', '<', createdBefore)
    .returning('id')
    .execute()
  return expired.map(({ id }) => id)
}

/** Requests that led to an account stay as long as the account. */
export async function deleteOldRequests(db: Db, { decidedBefore }: { decidedBefore: Date }): Promise<void> {
  await db
    .deleteFrom('access_requests')
    .where('status', 'in', ['approved', 'rejected', 'expired'])
    .where('user_id', 'is', null)
    .where('decided_at', '<', decidedBefore)
    .execute()
}

/** Deletes the person's requests and invitations. Resolves to how many. */
export async function forgetAccess(tx: Tx, person: ForgottenPerson): Promise<number> {
  let count = 0n
  for (const table of ['access_requests', 'invitations'] as const) {
    const { numDeletedRows } = await tx.deleteFrom(table).where(isTheirs(person, 'email')).executeTakeFirst()
    await readdressing(person, table, 'email').execute(tx)
    count += numDeletedRows
  }
  return Number(count)
}
