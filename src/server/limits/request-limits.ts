import { LRUCache } from 'lru-cache'
import { busy, DomainError } from '../errors.ts'
import { addressGroup } from './address.ts'
import { limitInFlight } from './in-flight.ts'
import { LIMITS } from './limits.ts'

const MINUTE = 60_000

/** Calls in flight of one customer: a browser sends six at once. */
const AT_ONCE_PER_USER = 8
/** Enough for all busy addresses; the least recent ones are evicted. */
const MAX_KEYS = 100_000

/**
 * Rate limits against floods: counts requests in fixed windows of a minute, in memory. Limits across instances
 * (sign-ins, codes, claims) are counted in the database. Throws TOO_MANY_REQUESTS.
 */
export function requestLimits(factor: number, now: () => Date) {
  const counts = new LRUCache<string, number>({ max: MAX_KEYS })
  let windowStart = 0

  function count(key: string, limit: number): void {
    if (factor === 0) return
    const time = now().getTime()
    // Also after the clock was set back, or clients would wait until it reaches the old time.
    if (time - windowStart >= MINUTE || time < windowStart) {
      counts.clear()
      windowStart = time
    }
    const seen = (counts.get(key) ?? 0) + 1
    counts.set(key, seen)
    if (seen > limit * factor) {
      const retryAfterSeconds = Math.max(1, (windowStart + MINUTE - time) / 1000)
      throw new DomainError(
        'TOO_MANY_REQUESTS',
        'Demasiadas solicitudes. Esperá un momento y probá de nuevo.',
        { retryAfterSeconds },
      )
    }
  }

  return {
    address: (address: string) => count(`a:${addressGroup(address)}`, LIMITS.addressRequests.quotas[0].max),
    suggestions: (address: string) => count(`s:${addressGroup(address)}`, LIMITS.suggestions.quotas[0].max),
    user: (userId: number) => count(`u:${userId}`, LIMITS.accountRequests.quotas[0].max),
    atOnce: limitInFlight(factor > 0 ? AT_ONCE_PER_USER : Infinity, busy),
  }
}
