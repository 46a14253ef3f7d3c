import { type RawBuilder, sql } from 'kysely'
import { latestStart } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import { hmac } from '../hmac.ts'

/** Longer than the longest window, a day. */
const COUNTERS_KEPT_MS = 25 * 60 * 60_000

/** The key of a counter: an HMAC, so that the table holds neither names nor addresses. */
export function counterKey(secret: Buffer, ...parts: (string | number)[]): string {
  return hmac(secret, ['counter', ...parts]).toString('base64url')
}

export function findCounter(db: Db, key: string) {
  return db
    .selectFrom('throttles')
    .select(['failures', 'window_started', 'blocked_until'])
    .where('key', '=', key)
    .executeTakeFirst()
}

/** A counter, and what forbids counting: `max` since `windowBefore`, or a gap; `gapUntil` is the gap that counting begins. */
export interface Counted {
  key: string
  max: number
  windowBefore: Date
  gapUntil: Date | null
}

/**
 * Counts one in each counter until one forbids it, in one statement and one commit. Resolves to whether all did. Windows
 * that start in the future are ignored.
 */
export async function countInTurn(db: Db, counters: Counted[], now: Date): Promise<boolean> {
  const turns = counters.map((counter, index) => {
    const condition = index === 0 ? sql`` : sql`where exists (select from ${turnOf(index - 1)})`
    return sql`${turnOf(index)} as (${counting(counter, now, condition)})`
  })
  // Counting does not wait for the disk; a crash may lose the last counts. Not inside a transaction, where the setting
  // would apply to all of it. https://www.postgresql.org/docs/15/wal-async-commit.html
  const unsynced = db.isTransaction ? sql`` : sql`, set_config('synchronous_commit', 'off', true)`
  const { rows } = await sql<{ counted: boolean }>`
    with ${sql.join(turns)} select exists (select from ${turnOf(counters.length - 1)}) as counted${unsynced}`.execute(
    db,
  )
  return rows[0]?.counted === true
}

const turnOf = (index: number) => sql.raw(`turn_${index}`)

function counting(
  { key, max, windowBefore, gapUntil }: Counted,
  now: Date,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isOver = sql`(throttles.window_started <= ${windowBefore} or throttles.window_started > ${latestStart(now)})`
  return sql`insert into throttles (key, failures, window_started, blocked_until)
    select ${key}::text, 1, ${now}::timestamptz, ${gapUntil}::timestamptz ${condition}
    on conflict (key) do update set
      failures = case when ${isOver} then 1 else throttles.failures + 1 end,
      window_started = case when ${isOver} then excluded.window_started else throttles.window_started end,
      blocked_until = excluded.blocked_until
    where (throttles.blocked_until is null or throttles.blocked_until <= excluded.window_started
        or throttles.blocked_until > ${latestStart(gapUntil ?? now)})
      and (${isOver} or throttles.failures < ${max})
    returning 1`
}

/**
 * Counts one failure unless a wait is running, and returns undefined if one is. `waitsMs` holds the wait after the
 * first, second, … failure. Here `window_started` is the last failure; the count restarts when that is before
 * `forgottenBefore` or in the future.
 */
export function countFailure(
  db: Db,
  key: string,
  { waitsMs, forgottenBefore, now }: { waitsMs: number[]; forgottenBefore: Date; now: Date },
) {
  const isFuture = sql<boolean>`throttles.window_started > ${latestStart(now)}`
  const failures = sql<number>`case when throttles.window_started < ${forgottenBefore} or ${isFuture} then 1 else throttles.failures + 1 end`
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
          row.or([
            row('throttles.blocked_until', 'is', null),
            row('throttles.blocked_until', '<=', now),
            isFuture,
          ]),
        ),
    )
    .returning([
      'failures',
      // The previous row: a statement sees the rows of when it began.
      sql<Date | null>`(select before.window_started from throttles as before where before.key = ${key})`.as(
        'failedBefore',
      ),
    ])
    .executeTakeFirst()
}

/**
 * Gives back one count; with `startedBy` only in a window that had begun by then. `lastFailure` restores the last
 * failure of `countFailure`.
 */
export async function uncountFailure(
  db: Db,
  key: string,
  { startedBy, lastFailure }: { startedBy?: Date; lastFailure?: Date },
): Promise<void> {
  await db
    .updateTable('throttles')
    .set((row) => ({
      failures: row('failures', '-', 1),
      blocked_until: null,
      ...(lastFailure && { window_started: lastFailure }),
    }))
    .where('key', '=', key)
    .where('failures', '>', 0)
    .where((row) => row.and(startedBy ? [row('window_started', '<=', startedBy)] : []))
    .execute()
}

/**
 * Books the next slot: slots follow each other, from now at the earliest, and end at `blocked_until`. Resolves to the end
 * of the slot; undefined when it would be more than `aheadMs` from now. Bookings of the future are ignored.
 */
export async function bookSlot(
  db: Db,
  key: string,
  { slotMs, aheadMs, now }: { slotMs: number; aheadMs: number; now: Date },
): Promise<Date | undefined> {
  const slot = sql`(${slotMs}::float8 * interval '1 millisecond')`
  const end = sql<Date>`(case when throttles.window_started > ${latestStart(now)} then ${now}::timestamptz
    else greatest(throttles.blocked_until, ${now}::timestamptz) end + ${slot})`
  const row = await db
    .insertInto('throttles')
    .values({
      key,
      failures: 1,
      window_started: now,
      blocked_until: sql<Date>`${now}::timestamptz + ${slot}`,
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ window_started: now, blocked_until: end })
        .where(end, '<=', new Date(now.getTime() + aheadMs)),
    )
    .returning('blocked_until')
    .executeTakeFirst()
  return row?.blocked_until ?? undefined
}

export async function unbookSlot(db: Db, key: string, slotMs: number): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ blocked_until: sql<Date>`blocked_until - ${slotMs}::float8 * interval '1 millisecond'` })
    .where('key', '=', key)
    .execute()
}

/** Removes counters that no longer limit anything, and those in the future; without waiting for those being counted. */
export async function deleteOldCounters(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - COUNTERS_KEPT_MS)
  const old = db
    .selectFrom('throttles')
    .select('key')
    .where((row) =>
      row.or([
        row.and([
          row('window_started', '<', before),
          row.or([row('blocked_until', 'is', null), row('blocked_until', '<=', now)]),
        ]),
        row('window_started', '>', latestStart(now)),
      ]),
    )
    .forUpdate()
    .skipLocked()
  await db.deleteFrom('throttles').where('key', 'in', old).execute()
}
