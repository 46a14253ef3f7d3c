import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { CodePurpose, UserRow } from '../db/tables.ts'
import type { CodeUse } from './tokens.ts'

// ---- Accounts --------------------------------------------------------------------------------------------------

const ACCOUNT = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'instagram',
  'phone',
  'is_staff',
  'is_superuser',
  'is_active',
  'email_verified_at',
  'created_at',
] as const

/** By username or e-mail, whatever the case. Usernames hold no @, so that one name is never two accounts. */
export function findByName(db: Db, name: string) {
  return db
    .selectFrom('users')
    .select([...ACCOUNT, 'password_hash'])
    .where((row) =>
      row.or([
        row(row.fn<string>('lower', ['username']), '=', name.toLowerCase()),
        row(row.fn<string>('lower', ['email']), '=', name.toLowerCase()),
      ]),
    )
    .executeTakeFirst()
}

/** Undefined when the account was deleted a moment ago. */
export function findAccount(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select([...ACCOUNT, 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The row as it was, held until the end of the transaction. */
export function lockAccount(tx: Db, id: number) {
  return tx.selectFrom('users').select(ACCOUNT).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export function emailIsTaken(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
    .then((row) => row !== undefined)
}

/** False when the account was deactivated, or its password changed, since `passwordHash` was compared. */
export async function updateAfterLogin(
  tx: Db,
  { id, passwordHash, newHash, at }: { id: number; passwordHash: string; newHash: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ last_login_at: at, password_hash: newHash })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('password_hash', '=', passwordHash)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface ProfileFields {
  first_name?: string
  last_name?: string
  instagram?: string | null
}

export function updateProfileRow(tx: Db, id: number, fields: ProfileFields) {
  return tx.updateTable('users').set(fields).where('id', '=', id).returning(ACCOUNT).executeTakeFirstOrThrow()
}

/** Undefined when somebody else has that address. */
export function updateEmail(tx: Db, id: number, email: string, at: Date) {
  return tx
    .updateTable('users')
    .set({ email, email_verified_at: at })
    .where('id', '=', id)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('users as other')
            .select('other.id')
            .where(sql`lower(other.email)`, '=', email.toLowerCase()),
        ),
      ),
    )
    .returning(ACCOUNT)
    .executeTakeFirst()
}

/** False when the account is verified already, or has another address by now. */
export async function updateVerified(tx: Db, id: number, email: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when the password is another by now. */
export async function updatePassword(tx: Db, id: number, oldHash: string, newHash: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', id)
    .where('password_hash', '=', oldHash)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

// ---- Sessions and tokens ---------------------------------------------------------------------------------------

/** Who holds this access token now. Asked with every request of a customer, so it is written out: nothing is built. */
export async function findCaller(db: Db, accessHash: Buffer, now: Date): Promise<Caller | undefined> {
  const { rows } = await sql<Caller>`
    select u.id, u.username, u.email, u.first_name, u.last_name, u.is_staff, u.is_superuser, u.is_active,
      session.id as session_id
    from session_tokens token
    join sessions session on session.id = token.session_id
    join users u on u.id = session.user_id
    where token.hash = ${accessHash} and token.kind = 'access' and token.expires_at > ${now}
      and session.ends_at > ${now} and u.is_active`.execute(db)
  return rows[0]
}

type Caller = Pick<
  UserRow,
  'id' | 'username' | 'email' | 'first_name' | 'last_name' | 'is_staff' | 'is_superuser' | 'is_active'
> & { session_id: string }

export async function insertSession(
  tx: Db,
  session: { id: string; userId: number; at: Date; idleUntil: Date; endsAt: Date },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.at,
      idle_until: session.idleUntil,
      ends_at: session.endsAt,
    })
    .execute()
}

export interface NewToken {
  hash: Buffer
  kind: 'access' | 'refresh'
  expires_at: Date
}

export async function insertTokens(
  tx: Db,
  sessionId: string,
  parentHash: Buffer | null,
  tokens: NewToken[],
): Promise<void> {
  await tx
    .insertInto('session_tokens')
    .values(
      tokens.map((token) => ({ ...token, session_id: sessionId, parent_hash: parentHash, used_at: null })),
    )
    .execute()
}

export async function findSessionOf(db: Db, refreshHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('session_tokens')
    .select('session_id')
    .where('hash', '=', refreshHash)
    .where('kind', '=', 'refresh')
    .executeTakeFirst()
  return row?.session_id
}

/** The session and its owner, held so that its tokens are exchanged one after the other. */
export function lockSession(tx: Db, sessionId: string) {
  return tx
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select(['session.ends_at', 'user.is_active', 'user.is_staff', 'user.is_superuser'])
    .where('session.id', '=', sessionId)
    .forUpdate('session')
    .executeTakeFirst()
}

export async function findRefreshToken(tx: Db, refreshHash: Buffer) {
  const row = await tx
    .selectFrom('session_tokens as token')
    .select((row) => [
      'token.expires_at',
      'token.used_at',
      row
        .exists(
          row
            .selectFrom('session_tokens as child')
            .select('child.hash')
            .whereRef('child.parent_hash', '=', 'token.hash')
            .where('child.used_at', 'is not', null),
        )
        .as('child_was_used'),
    ])
    .where('token.hash', '=', refreshHash)
    .executeTakeFirst()
  return row && { expiresAt: row.expires_at, usedAt: row.used_at, childWasUsed: Boolean(row.child_was_used) }
}

/** The first use counts: later ones leave it. */
export async function markUsed(tx: Db, refreshHash: Buffer, at: Date): Promise<void> {
  await tx
    .updateTable('session_tokens')
    .set({ used_at: at })
    .where('hash', '=', refreshHash)
    .where('used_at', 'is', null)
    .execute()
}

export async function updateIdle(tx: Db, sessionId: string, idleUntil: Date): Promise<void> {
  await tx.updateTable('sessions').set({ idle_until: idleUntil }).where('id', '=', sessionId).execute()
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** All of an account, or all but one. */
export async function deleteSessions(tx: Db, userId: number, except?: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .execute()
}

// ---- Codes -----------------------------------------------------------------------------------------------------

/** The new code replaces an earlier one of the same purpose. */
export async function putCode(tx: Db, use: CodeUse, codeHmac: Buffer, expiresAt: Date): Promise<void> {
  const code = { email: use.email, code_hmac: codeHmac, expires_at: expiresAt, tries: 0 }
  await tx
    .insertInto('verification_codes')
    .values({ user_id: use.userId, purpose: use.purpose, ...code })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(code))
    .execute()
}

/** Counts one try and tells what the code must be; undefined without a live code or when its tries are used up. */
export function takeTry(db: Db, userId: number, purpose: CodePurpose, maxTries: number, now: Date) {
  return db
    .updateTable('verification_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning(['email', 'code_hmac'])
    .executeTakeFirst()
}

export async function hasLiveCode(db: Db, userId: number, purpose: CodePurpose, maxTries: number, now: Date) {
  const row = await db
    .selectFrom('verification_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .executeTakeFirst()
  return row !== undefined
}

/** False when it was used or replaced meanwhile. */
export async function deleteCode(
  tx: Db,
  userId: number,
  purpose: CodePurpose,
  codeHmac: Buffer,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('verification_codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('code_hmac', '=', codeHmac)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteCodes(tx: Db, userId: number, purpose: CodePurpose): Promise<void> {
  await tx
    .deleteFrom('verification_codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}

// ---- Counters --------------------------------------------------------------------------------------------------

/**
 * Counts one failure unless a wait runs; undefined while it does. `waitsMs` holds the wait after the first, second, …
 * failure. Here `window_started` is the last failure, and counting begins anew when that is before `forgottenBefore`.
 */
export function countFailure(
  db: Db,
  key: string,
  { waitsMs, forgottenBefore, now }: { waitsMs: number[]; forgottenBefore: Date; now: Date },
) {
  const failures = sql<number>`case when throttles.window_started < ${forgottenBefore} then 1 else throttles.failures + 1 end`
  const waits = sql`${waitsMs}::float8[]`
  const blockedUntil = (count: RawBuilder<number>) =>
    sql<Date>`${now}::timestamptz + (${waits})[least(${count}, cardinality(${waits}))] * interval '1 millisecond'`
  return db
    .insertInto('throttles')
    .values({ key, failures: 1, window_started: now, blocked_until: blockedUntil(sql<number>`1`) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ failures, window_started: now, blocked_until: blockedUntil(failures) })
        .where((row) =>
          row.or([row('throttles.blocked_until', 'is', null), row('throttles.blocked_until', '<=', now)]),
        ),
    )
    .returning('failures')
    .executeTakeFirst()
}

export async function deleteCounter(db: Db, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute()
}

/** Takes back one failure, for an attempt that was never judged. */
export async function uncountFailure(db: Db, key: string): Promise<void> {
  await db
    .updateTable('throttles')
    .set((row) => ({ failures: row('failures', '-', 1), blocked_until: null }))
    .where('key', '=', key)
    .where('failures', '>', 0)
    .execute()
}

// ---- Clean-up --------------------------------------------------------------------------------------------------

export async function deleteExpired(
  db: Db,
  { now, countersBefore }: { now: Date; countersBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('ends_at', '<=', now), row('idle_until', '<=', now)]))
    .execute()
  await db.deleteFrom('session_tokens').where('expires_at', '<=', now).execute()
  await db.deleteFrom('verification_codes').where('expires_at', '<=', now).execute()
  await db.deleteFrom('throttles').where('window_started', '<', countersBefore).execute()
}
