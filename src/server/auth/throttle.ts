import { counterKey, findCounter, takeFrom, tooMany } from '../db/quota.ts'
import { inTransaction } from '../db/retry.ts'
import type { Shop } from '../shop.ts'
import { addressGroup } from '../http/address.ts'
import { countFailure, deleteCounter, uncountFailure } from './throttle-queries.ts'
import { addressFailures, after, codeQuotas, FAILURES_FORGOTTEN_MS, waitsAfterFailures } from './rules.ts'

/** Counted whatever their number: the largest value the column holds. */
const COLUMN_MAX = 2_147_483_647

/**
 * Lets one guess of a secret through, or throws a 429. It is counted before it is judged, so that a hundred guesses
 * at once are not a hundred free ones; a right one clears the counter, one that could not be judged is taken back.
 */
export async function guess<Outcome>(
  shop: Shop,
  key: string,
  judge: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  const factor = shop.config.rateLimitFactor
  if (factor === 0) return judge()

  const now = shop.now()
  const counted = await countFailure(shop.db, key, {
    waitsMs: waitsAfterFailures(factor),
    forgottenBefore: after(now, -FAILURES_FORGOTTEN_MS),
    now,
  })
  if (!counted) {
    const counter = await findCounter(shop.db, key)
    throw tooMany(counter?.blocked_until ?? now, now)
  }

  const outcome = await judge().catch(async (error: unknown) => {
    await uncountFailure(shop.db, key)
    throw error
  })
  if (outcome !== undefined) await deleteCounter(shop.db, key)
  return outcome
}

/** Throws a 429 when this address failed too often lately. Only failures count. */
export async function checkAddress(shop: Shop, address: string): Promise<void> {
  if (shop.config.rateLimitFactor === 0) return
  const { max, windowMs } = addressFailures(shop.config.rateLimitFactor)
  const counter = await findCounter(shop.db, addressKey(shop, address))
  const now = shop.now()
  if (!counter || counter.failures < max) return
  const until = after(counter.window_started, windowMs)
  if (until > now) throw tooMany(until, now)
}

export async function countAddressFailure(shop: Shop, address: string): Promise<void> {
  if (shop.config.rateLimitFactor === 0) return
  const quota = { ...addressFailures(shop.config.rateLimitFactor), max: COLUMN_MAX }
  await takeFrom(shop.db, addressKey(shop, address), quota, shop.now())
}

/** May one more code be asked for or sent under this name? Returns when it may be, if not now. */
export async function takeCodeTurn(
  shop: Shop,
  name: string,
  subject: string | number,
): Promise<Date | undefined> {
  if (shop.config.rateLimitFactor === 0) return undefined
  const now = shop.now()
  return inTransaction(shop.db, async (tx) => {
    for (const { name: span, quota } of codeQuotas(shop.config.rateLimitFactor)) {
      const until = await takeFrom(tx, counterKey(shop.secret, name, span, subject), quota, now)
      if (until) return until
    }
    return undefined
  })
}

function addressKey(shop: Shop, address: string): string {
  return counterKey(shop.secret, 'address', addressGroup(address))
}
