import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../errors.ts'
import type { Db } from './connect.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** At most `max` within `windowMs`, and `gapMs` between two. */
export interface Quota {
  max: number
  windowMs: number
  gapMs: number
}

export const perMinute = (max: number): Quota => ({ max, windowMs: MINUTE, gapMs: 0 })
export const perHour = (max: number): Quota => ({ max, windowMs: HOUR, gapMs: 0 })
export const perDay = (max: number): Quota => ({ max, windowMs: DAY, gapMs: 0 })

export interface Turn {
  /** What is counted, e.g. `claims`. */
  name: string
  /** Who does it: the id of an account, or the hash of a visitor. */
  subject: string | number
  quota: Quota
}

interface Limiter {
  secret: Buffer
  config: { rateLimitFactor: number }
  now(): Date
}

/**
 * Counts one turn across all instances, or throws a 429 that says when to come back. Inside a transaction it only
 * counts what is done; who counts in one waits until another turn of the same subject has ended.
 */
export async function takeTurn(db: Db, shop: Limiter, turn: Turn): Promise<void> {
  const factor = shop.config.rateLimitFactor
  if (factor === 0) return
  const now = shop.now()
  const until = await takeFrom(db, keyOf(shop, turn), scaled(turn.quota, factor), now)
  if (until) throw tooMany(until, now)
}

/** Throws the same 429 without counting: before something large is received. */
export async function checkTurn(db: Db, shop: Limiter, turn: Turn): Promise<void> {
  const factor = shop.config.rateLimitFactor
  if (factor === 0) return
  const counter = await findCounter(db, keyOf(shop, turn))
  const { max, windowMs } = scaled(turn.quota, factor)
  if (!counter || counter.failures < max) return
  const [until, now] = [new Date(counter.window_started.getTime() + windowMs), shop.now()]
  if (until > now) throw tooMany(until, now)
}

function keyOf({ secret }: Limiter, { name, subject }: Turn): string {
  return counterKey(secret, 'turn', name, subject)
}

function scaled(quota: Quota, factor: number): Quota {
  return { ...quota, max: Math.max(1, Math.round(quota.max * factor)) }
}

/** The name of a counter: neither names nor addresses stand in the table. As JSON, so that parts cannot run together. */
export function counterKey(secret: Buffer, ...parts: (string | number)[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['counter', ...parts]))
    .digest('base64url')
}

/** Counts one and returns nothing, or returns when it would be counted. */
export async function takeFrom(db: Db, key: string, quota: Quota, now: Date): Promise<Date | undefined> {
  const counted = await countWithin(db, key, {
    max: quota.max,
    windowBefore: new Date(now.getTime() - quota.windowMs),
    // Without a gap none is noted: requests that run together have clocks a few milliseconds apart.
    gapUntil: quota.gapMs > 0 ? new Date(now.getTime() + quota.gapMs) : null,
    now,
  })
  if (counted) return undefined
  const counter = await findCounter(db, key)
  if (!counter) return now
  const windowEnds =
    counter.failures >= quota.max ? new Date(counter.window_started.getTime() + quota.windowMs) : now
  const gapEnds = counter.blocked_until ?? now
  return windowEnds > gapEnds ? windowEnds : gapEnds
}

/** Counts one within a window and after a gap; undefined when either forbids it. */
function countWithin(
  db: Db,
  key: string,
  { max, windowBefore, gapUntil, now }: { max: number; windowBefore: Date; gapUntil: Date | null; now: Date },
) {
  const over = sql<boolean>`throttles.window_started <= ${windowBefore}`
  return (
    db
      .insertInto('throttles')
      .values({ key, failures: 1, window_started: now, blocked_until: gapUntil })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            failures: sql<number>`case when ${over} then 1 else throttles.failures + 1 end`,
            window_started: sql<Date>`case when ${over} then ${now}::timestamptz else throttles.window_started end`,
            blocked_until: gapUntil,
          })
          .where((row) =>
            row.and([
              row.or([row('throttles.blocked_until', 'is', null), row('throttles.blocked_until', '<=', now)]),
              row.or([over, row('throttles.failures', '<', max)]),
            ]),
          ),
      )
      .returning('failures')
      // Nobody waits for the disk to count: a crash may forget the last moments of it. Inside a transaction that would
      // hold for the whole of it. https://www.postgresql.org/docs/15/wal-async-commit.html
      .$if(!db.isTransaction, (query) =>
        query.returning(sql`set_config('synchronous_commit', 'off', true)`.as('unsynced')),
      )
      .executeTakeFirst()
  )
}

export function findCounter(db: Db, key: string) {
  return db
    .selectFrom('throttles')
    .select(['failures', 'window_started', 'blocked_until'])
    .where('key', '=', key)
    .executeTakeFirst()
}

export function tooMany(until: Date, now: Date): DomainError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))
  return new DomainError(
    'TOO_MANY_REQUESTS',
    `Demasiados intentos. Volver a intentar en ${inWords(seconds)}.`,
    {
      retryAfterSeconds: seconds,
    },
  )
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? '1 minuto' : `${minutes} minutos`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? '1 hora' : `${hours} horas`
}
