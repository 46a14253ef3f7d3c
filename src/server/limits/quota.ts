import { later, latestStart } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { Shop } from '../shop.ts'
import {
  bookSlot,
  counterKey,
  countInTurn,
  findCounter,
  uncountFailure,
  unbookSlot,
} from './counter-queries.ts'
import { type Limit, type LimitName, LIMITS, type Quota } from './limits.ts'
import { tooManyAttempts } from './too-many-attempts.ts'

/** The largest value of the count column. */
const NO_MAX = 2_147_483_647

/** Whom a limit counts: an id, an address, an e-mail, or several of these. */
export type Subject = string | number

export type Limiter = Pick<Shop, 'secret' | 'now'> & { config: Pick<Shop['config'], 'rateLimitFactor'> }

/**
 * Counts one turn across all instances, or throws a 429 that says when to try again. Inside a transaction it counts
 * only on commit, and other turns of the same subject wait until then.
 */
export async function takeTurn(db: Db, shop: Limiter, limit: LimitName, subject: Subject): Promise<void> {
  const until = await tryTurn(db, shop, limit, subject)
  if (until) throw tooManyAttempts(until, shop.now())
}

/** `takeTurn` that returns when the turn may be taken instead of throwing. */
export async function tryTurn(
  db: Db,
  shop: Limiter,
  limit: LimitName,
  subject: Subject,
): Promise<Date | undefined> {
  return takeFrom(db, countersOf(shop, limit, subject), shop.now())
}

/** Throws the 429 of `takeTurn` without counting, e.g. before a large body is received. */
export async function checkTurn(db: Db, shop: Limiter, limit: LimitName, subject: Subject): Promise<void> {
  for (const { key, quota } of countersOf(shop, limit, subject)) {
    const counter = await findCounter(db, key)
    if (!counter || counter.failures < quota.max) continue
    const [until, now] = [new Date(counter.window_started.getTime() + quota.windowMs), shop.now()]
    if (until > now && counter.window_started <= latestStart(now)) throw tooManyAttempts(until, now)
  }
}

/** Gives a turn back, unless its window began after `takenAt` and does not include it. */
export async function giveBack(
  db: Db,
  shop: Limiter,
  { limit, subject, takenAt }: { limit: LimitName; subject: Subject; takenAt: Date },
): Promise<void> {
  for (const { key } of countersOf(shop, limit, subject))
    await uncountFailure(db, key, { startedBy: takenAt })
}

/**
 * Books a turn of a limit whose surplus waits, and returns when it comes: now, while there are turns left, which come back
 * evenly over the window. Throws a 429 above a whole window of waiting.
 */
export async function bookTurn(db: Db, shop: Limiter, limit: LimitName, subject: Subject): Promise<Date> {
  const now = shop.now()
  let comes = now
  for (const { key, quota } of countersOf(shop, limit, subject)) {
    const { max, windowMs } = quota
    const bookedUntil = await bookSlot(db, key, { slotMs: windowMs / max, aheadMs: 2 * windowMs, now })
    if (!bookedUntil) throw tooManyAttempts(new Date(now.getTime() + windowMs / max), now)
    comes = later(comes, new Date(bookedUntil.getTime() - windowMs))
  }
  return comes
}

/** Gives a booked turn back. */
export async function cancelTurn(db: Db, shop: Limiter, limit: LimitName, subject: Subject): Promise<void> {
  for (const { key, quota } of countersOf(shop, limit, subject))
    await unbookSlot(db, key, quota.windowMs / quota.max)
}

/** Takes a turn, or throws the 429 of `takeTurn`; returns a function that gives it back. */
export async function takeTurnForNow(
  shop: Limiter & { db: Db },
  limit: LimitName,
  subject: Subject,
): Promise<() => Promise<void>> {
  const takenAt = shop.now()
  await takeTurn(shop.db, shop, limit, subject)
  return () => giveBack(shop.db, shop, { limit, subject, takenAt })
}

/**
 * Counts failures of `judge` (undefined), or throws the 429 of `takeTurn`. The turn is taken before judging, so that
 * concurrent calls cannot exceed the quota, and given back after a success or an error.
 */
export async function limitFailures<Outcome>(
  shop: Limiter & { db: Db },
  limit: LimitName,
  subject: Subject,
  judge: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  const takeBack = await takeTurnForNow(shop, limit, subject)
  let isFailure = false
  try {
    const outcome = await judge()
    isFailure = outcome === undefined
    return outcome
  } finally {
    if (!isFailure) await takeBack()
  }
}

/** The quotas of a limit that is counted by other rows than counters; none with a factor of 0. */
export function quotasOf({ config }: Pick<Limiter, 'config'>, limit: LimitName): Required<Quota>[] {
  const factor = config.rateLimitFactor
  const { quotas }: Limit = LIMITS[limit]
  return factor === 0 ? [] : quotas.map((quota) => scaled(quota, factor))
}

interface Counter {
  key: string
  quota: Quota
}

/** A counter for each quota of the limit. */
function countersOf(shop: Limiter, limit: LimitName, subject: Subject): Counter[] {
  return quotasOf(shop, limit).map((quota) => ({
    key: counterKey(shop.secret, 'turn', limit, quota.windowMs, subject),
    quota,
  }))
}

function scaled({ max, windowMs, gapMs = 0 }: Quota, factor: number): Required<Quota> {
  return {
    max: Math.min(NO_MAX, Math.max(1, Math.round(max * factor))),
    windowMs,
    gapMs: Math.round(gapMs / factor),
  }
}

/** Counts one in each counter and returns undefined, or returns when it is allowed. */
export async function takeFrom(db: Db, counters: Counter[], now: Date): Promise<Date | undefined> {
  const counted = counters.map(({ key, quota: { max, windowMs, gapMs = 0 } }) => ({
    key,
    max,
    windowBefore: new Date(now.getTime() - windowMs),
    // Without a gap nothing is blocked, as clocks of concurrent requests differ by some milliseconds.
    gapUntil: gapMs > 0 ? new Date(now.getTime() + gapMs) : null,
  }))
  if (counted.length === 0 || (await countInTurn(db, counted, now))) return undefined
  // The latest, as those before the one that refuses have counted, which may have used them up or begun a gap.
  let until = now
  for (const counter of counters) until = later(until, await allowedFrom(db, counter, now))
  return until
}

async function allowedFrom(db: Db, { key, quota: { max, windowMs } }: Counter, now: Date): Promise<Date> {
  const counter = await findCounter(db, key)
  if (!counter || counter.window_started > latestStart(now)) return now
  const windowEnds = counter.failures >= max ? new Date(counter.window_started.getTime() + windowMs) : now
  return later(windowEnds, counter.blocked_until ?? now)
}
