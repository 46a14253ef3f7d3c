import { removeExpired } from './auth/auth.ts'
import { forgetOldKeys } from './db/idempotency.ts'
import { cleanFiles } from './files/clean-files.ts'
import { forgetOldMail } from './mail/outbox.ts'
import type { Shop } from './shop.ts'

const EVERY_MS = 60 * 60_000
/** Long enough to answer a customer who asks where their mail is. */
const MAIL_KEPT_MS = 30 * 24 * 60 * 60_000

/** Removes what has run out, now and then. Safe with any number of instances: each statement stands for itself. */
export function startHousekeeping(shop: Shop): { stop(): void } {
  const round = { after: '' }
  const clean = async () => {
    const tasks = [
      () => removeExpired(shop),
      () => forgetOldKeys(shop.db, shop.now()),
      () => cleanFiles(shop, round),
      () => forgetOldMail(shop.db, new Date(shop.now().getTime() - MAIL_KEPT_MS)),
    ]
    // One that fails does not keep the others from their work.
    for (const task of tasks) {
      await task().catch((error: unknown) => shop.log.error({ err: error }, 'housekeeping failed'))
    }
  }
  const timer = setInterval(() => void clean(), EVERY_MS)
  timer.unref()
  void clean()
  return { stop: () => clearInterval(timer) }
}
