import { removeExpired } from './auth/auth.ts'
import { forgetOldKeys } from './db/idempotency.ts'
import type { Shop } from './shop.ts'

const EVERY_MS = 60 * 60_000

/** Removes what has run out, now and then. Safe with any number of instances: each statement stands for itself. */
export function startHousekeeping(shop: Shop): { stop(): void } {
  const clean = () => {
    Promise.all([removeExpired(shop), forgetOldKeys(shop.db, shop.now())]).catch((error: unknown) =>
      shop.log.error({ err: error }, 'housekeeping failed'),
    )
  }
  const timer = setInterval(clean, EVERY_MS)
  timer.unref()
  clean()
  return { stop: () => clearInterval(timer) }
}
