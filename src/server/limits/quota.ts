import { latestStart } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Shop } from '../shop.ts'
import { counterKey, countWithin, findCounter, uncountFailure } from './counter-queries.ts'
import { tooManyAttempts } from './too-many-attempts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The largest value of the count column. */
const NO_MAX = 2_147_483_647

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
  /** The name of the counter, e.g. `claims`. */
  name: string
  /** The account or visitor: an id, an address or its hash. */
  subject: string | number
  quota: Quota
}

export type Limiter = Pick<Shop, 'secret' | 'now'> & { config: Pick<Shop['config'], 'rateLimitFactor'> }

/**
 * Counts one turn across all instances, or throws a 429 that says when to try again. Inside a transaction it counts
 * only on commit, and other turns of the same subject wait until then.
 */
export async function takeTurn(db: Db, shop: Limiter, turn: Turn): Promise<void> {
  const until = await tryTurn(db, shop, turn)
  if (until) throw tooManyAttempts(until, shop.now())
}

/** `takeTurn` that returns when the turn may be taken instead of throwing. */
export async function tryTurn(db: Db, shop: Limiter, turn: Turn): Promise<Date | undefined> {
  const factor = shop.config.rateLimitFactor
  if (factor === 0) return undefined
  return takeFrom(db, keyOf(shop, turn), scaled(turn.quota, factor), shop.now())
}

/** A turn of each window, the shortest first, so that its refusals do not use up the others. */
export function turnsOf(name: string, subject: Turn['subject'], spans: Record<string, Quota>): Turn[] {
  return Object.entries(spans).map(([span, quota]) => ({ name: `${name} a ${span}`, subject, quota }))
}

/**
 * Takes these turns in order, in one transaction, or returns when the first refused one is allowed. Later ones are
 * not counted.
 */
export async function tryTurns(
  shop: Limiter & Pick<Shop, 'database'>,
  turns: Turn[],
): Promise<Date | undefined> {
  if (shop.config.rateLimitFactor === 0) return undefined
  return inTransaction(shop.database, async (tx) => {
    for (const turn of turns) {
      const until = await tryTurn(tx, shop, turn)
      if (until) return until
    }
    return undefined
  })
}

/** Throws the 429 of `takeTurn` without counting, e.g. before a large body is received. */
export async function checkTurn(db: Db, shop: Limiter, turn: Turn): Promise<void> {
  const factor = shop.config.rateLimitFactor
  if (factor === 0) return
  const counter = await findCounter(db, keyOf(shop, turn))
  const { max, windowMs } = scaled(turn.quota, factor)
  if (!counter || counter.failures < max) return
  const [until, now] = [new Date(counter.window_started.getTime() + windowMs), shop.now()]
  if (until > now && counter.window_started <= latestStart(now)) throw tooManyAttempts(until, now)
}

/**
 * Counts failures of `judge` (undefined), or throws the 429 of `takeTurn`. The turn is taken before judging, so that
 * concurrent calls cannot exceed the quota, and given back after a success or an error.
 */
export async function limitFailures<Outcome>(
  shop: Limiter & { db: Db },
  turn: Turn,
  judge: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  const takenAt = shop.now()
  await takeTurn(shop.db, shop, turn)
  let isFailure = false
  try {
    const outcome = await judge()
    isFailure = outcome === undefined
    return outcome
  } finally {
    // A window that began later does not include this turn.
    if (!isFailure) await uncountFailure(shop.db, keyOf(shop, turn), { startedBy: takenAt })
  }
}

function keyOf({ secret }: Limiter, { name, subject }: Turn): string {
  return counterKey(secret, 'turn', name, subject)
}

function scaled({ max, windowMs, gapMs }: Quota, factor: number): Quota {
  return {
    max: Math.min(NO_MAX, Math.max(1, Math.round(max * factor))),
    windowMs,
    gapMs: Math.round(gapMs / factor),
  }
}

/** Counts one and returns undefined, or returns when it is allowed. */
export async function takeFrom(db: Db, key: string, quota: Quota, now: Date): Promise<Date | undefined> {
  const counted = await countWithin(db, key, {
    max: quota.max,
    windowBefore: new Date(now.getTime() - quota.windowMs),
    // Without a gap nothing is blocked, as clocks of concurrent requests differ by some milliseconds.
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
