import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isLive } from '../../db/live.ts'
import type { CodePurpose } from '../../db/tables.ts'
import { CODE_MS } from '../rules.ts'
import type { CodeUse } from '../tokens.ts'

/** Stores a code; it replaces an earlier one of the same purpose. */
export async function putCode(tx: Db, use: CodeUse, codeHmac: Buffer, expiresAt: Date): Promise<void> {
  const code = { email: use.email, code_hmac: codeHmac, expires_at: expiresAt, tries: 0 }
  await tx
    .insertInto('verification_codes')
    .values({ user_id: use.userId, purpose: use.purpose, ...code })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(code))
    .execute()
}

/** Counts one try and returns the code to compare with; undefined without a live code or when its tries are used up. */
export function takeTry(
  db: Db,
  { userId, purpose }: Pick<CodeUse, 'userId' | 'purpose'>,
  maxTries: number,
  now: Date,
) {
  return db
    .updateTable('verification_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where(isLive('expires_at', now, CODE_MS))
    .where('tries', '<', maxTries)
    .returning([
      'email',
      'code_hmac',
      // Does not wait for the disk, so that it takes as long as a try without a code.
      sql`set_config('synchronous_commit', 'off', true)`.as('unsynced'),
    ])
    .executeTakeFirst()
}

export async function hasLiveCode(db: Db, userId: number, purpose: CodePurpose, maxTries: number, now: Date) {
  const row = await db
    .selectFrom('verification_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where(isLive('expires_at', now, CODE_MS))
    .where('tries', '<', maxTries)
    .executeTakeFirst()
  return row !== undefined
}

/** False when it has been used or replaced. */
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

/** Codes of one purpose, or all. */
export async function deleteCodes(tx: Db, userId: number, purpose?: CodePurpose): Promise<void> {
  await tx
    .deleteFrom('verification_codes')
    .where('user_id', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? 'verify_email'))
    .execute()
}
