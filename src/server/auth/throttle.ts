import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/retry.ts'
import { DomainError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { countFailure, countWithin, deleteCounter, findCounter, uncountFailure } from './queries.ts'
import {
  addressFailures,
  addressGroup,
  after,
  codeQuotas,
  FAILURES_FORGOTTEN_MS,
  type Quota,
  waitsAfterFailures,
} from './rules.ts'
import { counterKey } from './tokens.ts'

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

async function takeFrom(db: Db, key: string, quota: Quota, now: Date): Promise<Date | undefined> {
  const counted = await countWithin(db, key, {
    max: quota.max,
    windowBefore: after(now, -quota.windowMs),
    gapUntil: after(now, quota.gapMs),
    now,
  })
  if (counted) return undefined
  const counter = await findCounter(db, key)
  if (!counter) return now
  const windowEnds = counter.failures >= quota.max ? after(counter.window_started, quota.windowMs) : now
  const gapEnds = counter.blocked_until ?? now
  return windowEnds > gapEnds ? windowEnds : gapEnds
}

function addressKey(shop: Shop, address: string): string {
  return counterKey(shop.secret, 'address', addressGroup(address))
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? '1 minuto' : `${minutes} minutos`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? '1 hora' : `${hours} horas`
}
