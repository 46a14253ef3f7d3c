import type { Db } from '../../db/connect.ts'

/** Active sessions, last used first. */
export function selectSessions(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'number', 'agent', 'address_hint', 'created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where('ends_at', '>', now)
    .where('idle_until', '>', now)
    .orderBy((row) => row.fn.coalesce('seen_at', 'created_at'), 'desc')
    .orderBy('number', 'desc')
    .execute()
}

/** False when the account has no such session. */
export async function deleteNumbered(tx: Db, userId: number, number: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('number', '=', number)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends all sessions of an account but one; returns how many. */
export async function deleteOthers(tx: Db, userId: number, kept: string): Promise<number> {
  const rows = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', kept)
    .returning('id')
    .execute()
  return rows.length
}
