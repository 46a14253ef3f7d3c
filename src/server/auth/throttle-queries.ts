import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'

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
