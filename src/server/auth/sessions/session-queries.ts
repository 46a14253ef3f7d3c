import { sql } from 'kysely'
import { latestStart } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import type { UserRow } from '../../db/tables.ts'
import { deleteLinks } from '../by-mail/link-queries.ts'

/** The owner of a valid access token. Plain SQL: building a query on every signed-in request would cost time. */
export async function findCaller(db: Db, accessHash: Buffer, now: Date): Promise<Caller | undefined> {
  const { rows } = await sql<Caller>`
    select u.id, u.username, u.email, u.first_name, u.last_name, u.is_staff, u.is_superuser, u.is_active, u.role,
      session.id as session_id, coalesce(session.proved_at, session.created_at) as proved_at,
      (u.is_staff or u.is_superuser) and not exists (
        select 1 from totp where totp.user_id = u.id and totp.confirmed_at is not null) as lacks_factor
    from session_tokens token
    join sessions session on session.id = token.session_id
    join users u on u.id = session.user_id
    where token.hash = ${accessHash} and token.kind = 'access' and token.expires_at > ${now}
      and token.issued_at <= ${latestStart(now)} and session.ends_at > ${now} and u.is_active`.execute(db)
  return rows[0]
}

type Caller = Pick<
  UserRow,
  | 'id'
  | 'username'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'is_staff'
  | 'is_superuser'
  | 'is_active'
  | 'role'
> & {
  session_id: string
  proved_at: Date
  /** Staff without a second factor. */
  lacks_factor: boolean
}

interface NewSession {
  id: string
  userId: number
  at: Date
  idleUntil: Date
  endsAt: Date
  keyHash: Buffer | null
  agent: string
  network: string
}

export async function insertSession(tx: Db, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.at,
      idle_until: session.idleUntil,
      ends_at: session.endsAt,
      browser_key_hash: session.keyHash,
      agent: session.agent,
      address_hint: session.network,
    })
    .execute()
}

interface NewToken {
  hash: Buffer
  kind: 'access' | 'refresh'
  issued_at: Date
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

/** Locks the session, so that token exchanges run one at a time. */
export function lockSession(tx: Db, sessionId: string) {
  return tx
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select([
      'session.ends_at',
      'session.browser_key_hash',
      'user.is_active',
      'user.is_staff',
      'user.is_superuser',
    ])
    .where('session.id', '=', sessionId)
    .forUpdate('session')
    .executeTakeFirst()
}

export async function findRefreshToken(tx: Db, refreshHash: Buffer) {
  const row = await tx
    .selectFrom('session_tokens as token')
    .select((row) => [
      'token.issued_at',
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
      row
        .exists(
          row
            .selectFrom('session_tokens as sibling')
            .select('sibling.hash')
            .whereRef('sibling.parent_hash', '=', 'token.parent_hash')
            .whereRef('sibling.hash', '!=', 'token.hash')
            .where('sibling.used_at', 'is not', null),
        )
        .as('sibling_was_used'),
    ])
    .where('token.hash', '=', refreshHash)
    .executeTakeFirst()
  return (
    row && {
      issuedAt: row.issued_at,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
      childWasUsed: Boolean(row.child_was_used),
      siblingWasUsed: Boolean(row.sibling_was_used),
    }
  )
}

/** Stores the first use only. */
export async function markUsed(tx: Db, refreshHash: Buffer, at: Date): Promise<void> {
  await tx
    .updateTable('session_tokens')
    .set({ used_at: at })
    .where('hash', '=', refreshHash)
    .where('used_at', 'is', null)
    .execute()
}

/** Records a refresh of the session. */
export async function updateIdle(
  tx: Db,
  sessionId: string,
  { idleUntil, seenAt }: { idleUntil: Date; seenAt: Date },
): Promise<void> {
  const renewed = { idle_until: idleUntil, seen_at: seenAt }
  await tx.updateTable('sessions').set(renewed).where('id', '=', sessionId).execute()
}

export async function updateProved(db: Db, sessionId: string, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: at }).where('id', '=', sessionId).execute()
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Deletes all sessions of an account, and its challenges and links, which could open one. Returns the session ids. */
export async function deleteSessions(tx: Db, userId: number): Promise<string[]> {
  await tx.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
  await deleteLinks(tx, userId, 'sign_in')
  const rows = await tx.deleteFrom('sessions').where('user_id', '=', userId).returning('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Deletes the oldest sessions of an account above the limit; first those opened by a clock that ran ahead, which are
 * invalid.
 */
export async function deleteOldest(
  tx: Db,
  userId: number,
  { newest, kept, at }: { newest: string; kept: number; at: Date },
): Promise<void> {
  const old = tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', newest)
    .orderBy((session) => session('created_at', '>', latestStart(at)))
    .orderBy('created_at', 'desc')
    .offset(kept - 1)
  await tx.deleteFrom('sessions').where('id', 'in', old).execute()
}
