import type { Db } from '../db/connect.ts'
import { countFailure, counterKey, findCounter, uncountFailure } from './counter-queries.ts'
import { addressGroup } from './address.ts'
import { type Limiter, takeTurnForNow } from './quota.ts'
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
  /** Its failures count too, unless they count for an insider. Undefined for the caller's own account. */
  address?: string
}

/**
 * Admits one guess of a password, or throws a 429. Known sessions and browsers have three failures a day of their
 * own, which strangers cannot use up, not even behind one address, and then share the counters of address and name. A guess is counted before it is
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

type TakeBack = () => Promise<void>

/** Counts with the first counter that is not waiting, or throws; returns a function that gives it back. */
async function countGuess(shop: Limiter & { db: Db }, guessed: Guessed): Promise<TakeBack> {
  const { secret, config } = shop
  const { name, what = 'name', insider, address } = guessed
  if (insider) {
    const key = counterKey(secret, ...insider)
    const counted = await countAt(shop, key, waitsOfInsiders(config.rateLimitFactor))
    if (counted) return counted
  }
  const ofAddress =
    address === undefined ? undefined : await takeTurnForNow(shop, 'signInFailures', addressGroup(address))
  const key = counterKey(secret, what, name.toLowerCase())
  const ofName = await countAt(shop, key, waitsAfterFailures(config.rateLimitFactor))
  if (ofName)
    return async () => {
      await ofName()
      await ofAddress?.()
    }
  await ofAddress?.()
  const [counter, now] = [await findCounter(shop.db, key), shop.now()]
  throw tooManyAttempts(counter?.blocked_until ?? now, now)
}

/** Undefined while the counter waits. */
async function countAt(
  shop: Limiter & { db: Db },
  key: string,
  waitsMs: number[],
): Promise<TakeBack | undefined> {
  const now = shop.now()
  const forgottenBefore = new Date(now.getTime() - FAILURES_FORGOTTEN_MS)
  const counted = await countFailure(shop.db, key, { waitsMs, forgottenBefore, now })
  return counted && (() => uncountFailure(shop.db, key, { lastFailure: counted.failedBefore ?? now }))
}
