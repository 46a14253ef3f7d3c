import type { Db } from '../db/connect.ts'
import { countFailure, counterKey, deleteCounter, findCounter, uncountFailure } from './counter-queries.ts'
import type { Limiter } from './quota.ts'
import { tooManyAttempts } from './too-many-attempts.ts'

const SECOND = 1_000
const FREE_FAILURES = 5
const LONGEST_WAIT_SECONDS = 2_400
/** Older failures no longer count. Far longer than the longest wait, or waiting would reset the counter. */
const FAILURES_FORGOTTEN_MS = 24 * 60 * 60_000

/**
 * The wait in milliseconds after the first, second, … failure; the last holds for all that follow. Five failures in a
 * row, then 1, 2, 4 … 2,400 s: at most 52 guesses a day, and never a lock, which could not be undone. An account has two
 * names to type, its username and its e-mail, which are counted apart (docs/decisions/0019).
 */
export function waitsAfterFailures(factor: number): number[] {
  const free = Math.max(1, Math.round(FREE_FAILURES * factor))
  const waits = Array.from({ length: free - 1 }, () => 0)
  for (let wait = 1; wait < LONGEST_WAIT_SECONDS; wait *= 2) waits.push(wait)
  return [...waits, LONGEST_WAIT_SECONDS].map((seconds) => Math.round((seconds * SECOND) / factor))
}

export interface Guessed {
  /** What is guessed, e.g. `['password', 7]`. */
  secret: (string | number)[]
  /** Where a stranger can see the counter, a right guess is only taken back: an end of the delay would tell of it. */
  isSeenByStrangers: boolean
}

/**
 * Lets one guess of a secret through, or throws a 429. The guess is counted before it is judged, so that a hundred guesses
 * at once are not a hundred free ones; a right guess clears the counter, and one that could not be judged is taken back.
 */
export async function guess<Outcome>(
  shop: Limiter & { db: Db },
  { secret, isSeenByStrangers }: Guessed,
  judge: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  const factor = shop.config.rateLimitFactor
  if (factor === 0) return judge()

  const key = counterKey(shop.secret, ...secret)
  const now = shop.now()
  const counted = await countFailure(shop.db, key, {
    waitsMs: waitsAfterFailures(factor),
    forgottenBefore: new Date(now.getTime() - FAILURES_FORGOTTEN_MS),
    now,
  })
  if (!counted) {
    const counter = await findCounter(shop.db, key)
    throw tooManyAttempts(counter?.blocked_until ?? now, now)
  }

  const takeBack = () => uncountFailure(shop.db, key, { lastFailure: counted.failedBefore ?? now })
  const outcome = await judge().catch(async (error: unknown) => {
    await takeBack()
    throw error
  })
  if (outcome !== undefined) await (isSeenByStrangers ? takeBack() : deleteCounter(shop.db, key))
  return outcome
}
