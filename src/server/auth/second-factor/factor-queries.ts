import { sql } from 'kysely'
import { after, latestStart } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import { isLive } from '../../db/live.ts'
import { CHALLENGE_MS, CHALLENGE_TRIES, PENDING_KEY_MS } from '../rules.ts'

/** The confirmed key; undefined without one. */
export function findFactor(db: Db, userId: number) {
  return db
    .selectFrom('totp')
    .select(['sealed_key', 'confirmed_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/** An unconfirmed, unexpired key. */
export function findPendingKey(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('totp')
    .select('sealed_key')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', after(now, -PENDING_KEY_MS))
    .where('created_at', '<=', latestStart(now))
    .executeTakeFirst()
}

export async function deleteOldPendingKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('totp')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', after(now, -PENDING_KEY_MS))
    .execute()
}

/** Replaces an unconfirmed key. False when a confirmed one exists. */
export async function putPendingKey(db: Db, userId: number, sealedKey: Buffer, at: Date): Promise<boolean> {
  const key = { sealed_key: sealedKey, created_at: at }
  const row = await db
    .insertInto('totp')
    .values({ user_id: userId, confirmed_at: null, ...key })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(key).where('totp.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when this key was confirmed or replaced meanwhile. */
export async function confirmKey(
  tx: Db,
  { userId, sealedKey, step, at }: { userId: number; sealedKey: Buffer; step: number; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('totp')
    .set({ confirmed_at: at, last_step: step })
    .where('user_id', '=', userId)
    .where('sealed_key', '=', sealedKey)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks a code's time step as used. False for a step not newer than the last one, so each code works once on all
 * instances.
 */
export async function takeStep(tx: Db, userId: number, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes key and recovery codes. False without a confirmed key. */
export async function deleteFactor(tx: Db, userId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('totp')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return row !== undefined && row.confirmed_at !== null
}

// ---- Recovery codes --------------------------------------------------------------------------------------------

export async function replaceRecoveryCodes(tx: Db, userId: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
    .execute()
}

/** False for an unknown code, and for all but one request with it. */
export async function takeRecoveryCode(tx: Db, userId: number, hash: Buffer, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countCodesLeft(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

// ---- Challenges ------------------------------------------------------------------------------------------------

export async function insertChallenge(tx: Db, tokenHash: Buffer, userId: number, at: Date): Promise<void> {
  await tx
    .insertInto('login_challenges')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: after(at, CHALLENGE_MS) })
    .execute()
}

/** Counts one try of a challenge; undefined if it expired or its tries are used up. */
export function takeChallengeTry(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .updateTable('login_challenges')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where(isLive('expires_at', now, CHALLENGE_MS))
    .where('tries', '<', CHALLENGE_TRIES)
    .returning('user_id')
    .executeTakeFirst()
}

/** Whether the challenge exists with no tries left. */
export async function challengeIsWornOut(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('login_challenges')
    .select(sql`1`.as('one'))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** False when another request has finished the sign-in. */
export async function deleteChallenge(tx: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('login_challenges')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
