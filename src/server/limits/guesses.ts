import type { Db } from '../db/connect.ts'
import { countFailure, counterKey, findCounter, uncountFailure } from './counter-queries.ts'
import type { Limiter } from './quota.ts'
import { tooManyAttempts } from './too-many-attempts.ts'

const SECOND = 1_000
const DAY = 24 * 60 * 60_000
const FREE_FAILURES = 5
const LONGEST_WAIT_SECONDS = 2_400
const INSIDERS_FAILURES = 3
/** Older failures do not count. Far longer than the longest wait, or waiting would reset the counter. */
const FAILURES_FORGOTTEN_MS = DAY

/**
 * The wait in milliseconds after the first, second, … failure; the last one repeats. Five free failures, then 1, 2, 4
 * … 2,400 s: at most 52 guesses a day, without locking the account. Username and e-mail of an account are counted
 * separately (decision 0019).
 */
export function waitsAfterFailures(factor: number): number[] {
  const free = Math.max(1, Math.round(FREE_FAILURES * factor))
  const waits = Array.from({ length: free - 1 }, () => 0)
  for (let wait = 1; wait < LONGEST_WAIT_SECONDS; wait *= 2) waits.push(wait)
  return [...waits, LONGEST_WAIT_SECONDS].map((seconds) => Math.round((seconds * SECOND) / factor))
}

/** Three failures a day of a known session or browser: with both names, at most 110 guesses. */
function waitsOfInsiders(factor: number): number[] {
  const free = Math.max(1, Math.round(INSIDERS_FAILURES * factor))
  return [...Array.from({ length: free - 1 }, () => 0), DAY]
}

export interface Guessed {
  /** As typed. */
  name: string
  /** The kind of secret; a password by default. Others are counted separately. */
  what?: 'name' | 'second factor'
  /** A session of the account, or a browser where it has signed in, if the guess comes from there. */
  insider?: readonly ['session' | 'device', string] | undefined
}

/**
 * Admits one guess of a password, or throws a 429. Known sessions and browsers have three failures a day of their
 * own, which strangers cannot use up, and then share the counter of the name. A guess is counted before it is
 * checked, so that concurrent guesses are not free. A correct or unchecked guess is given back but does not reset the
 * counter: that would be visible to strangers, and would give a thief in the owner's browser new guesses.
 */
export async function guess<Outcome>(
  shop: Limiter & { db: Db },
  guessed: Guessed,
  judge: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  const factor = shop.config.rateLimitFactor
  if (factor === 0) return judge()
  const takeBack = await countGuess(shop, guessed)
  const outcome = await judge().catch(async (error: unknown) => {
    await takeBack()
    throw error
  })
  if (outcome !== undefined) await takeBack()
  return outcome
}

/** Counts with the first counter that is not waiting, or throws; returns a function that gives it back. */
async function countGuess(shop: Limiter & { db: Db }, { name, what = 'name', insider }: Guessed) {
  const { secret, config } = shop
  const now = shop.now()
  const forgottenBefore = new Date(now.getTime() - FAILURES_FORGOTTEN_MS)
  const ofName = counterKey(secret, what, name.toLowerCase())
  const counters = [{ key: ofName, waitsMs: waitsAfterFailures(config.rateLimitFactor) }]
  if (insider)
    counters.unshift({
      key: counterKey(secret, ...insider),
      waitsMs: waitsOfInsiders(config.rateLimitFactor),
    })
  for (const { key, waitsMs } of counters) {
    const counted = await countFailure(shop.db, key, { waitsMs, forgottenBefore, now })
    if (counted) return () => uncountFailure(shop.db, key, { lastFailure: counted.failedBefore ?? now })
  }
  const counter = await findCounter(shop.db, ofName)
  throw tooManyAttempts(counter?.blocked_until ?? now, now)
}
