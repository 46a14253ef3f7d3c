import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { CodePurpose } from '../db/tables.ts'
import { OUTBOX_CHANNEL } from '../mail/outbox.ts'
import type { CodeUse } from './tokens.ts'

/** The new code replaces an earlier one of the same purpose. */
export async function putCode(tx: Db, use: CodeUse, codeHmac: Buffer, expiresAt: Date): Promise<void> {
  const code = { email: use.email, code_hmac: codeHmac, expires_at: expiresAt, tries: 0 }
  await tx
    .insertInto('verification_codes')
    .values({ user_id: use.userId, purpose: use.purpose, ...code })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(code))
    .execute()
}

/**
 * Counts one try and tells what the code must be; undefined without a live code or when its tries are used up. Then one
 * is counted under `elsewhere`: each question is one statement that writes one row, so that the time it takes does not
 * tell whether somebody waits for a code.
 */
export function takeTry(
  db: Db,
  { userId, purpose }: Pick<CodeUse, 'userId' | 'purpose'>,
  { maxTries, elsewhere, now }: { maxTries: number; elsewhere: string; now: Date },
) {
  return db
    .with('tried', (tx) =>
      tx
        .updateTable('verification_codes')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .where('tries', '<', maxTries)
        .returning(['email', 'code_hmac']),
    )
    .with('untried', (tx) =>
      tx
        .insertInto('throttles')
        .columns(['key', 'failures', 'window_started'])
        .expression(
          tx
            .selectNoFrom([
              sql<string>`${elsewhere}::text`.as('key'),
              sql<number>`1`.as('failures'),
              sql<Date>`${now}::timestamptz`.as('window_started'),
            ])
            .where((row) => row.not(row.exists(row.selectFrom('tried').select('email')))),
        )
        // Nothing that is indexed, like above.
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ failures: sql`throttles.failures + 1` }),
        ),
    )
    .selectFrom('tried')
    .select(['email', 'code_hmac'])
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

/**
 * Does `work` and undoes it again unless it is to stay: with as many statements and the same wait for the disk, so that
 * the time does not tell which it was.
 */
export async function doOrUndo(tx: Db, stays: boolean, work: (tx: Db) => Promise<void>): Promise<void> {
  await sql`savepoint work`.execute(tx)
  // What is done after the commit hangs on `tx` itself: the log says nothing of what is undone.
  await work(stays ? tx : tx.withTables())
  await (stays ? sql`release savepoint work` : sql`rollback to savepoint work`).execute(tx)
  // Undone with the rest; of two alike one is heard: https://www.postgresql.org/docs/15/sql-notify.html
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(tx)
}
