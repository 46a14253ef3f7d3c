import { removeOldRequests } from '../access/access.ts'
import { removeExpired } from '../auth/auth.ts'
import { keepShownBanners } from '../banners/banners.ts'
import { forgetOldSearches, keepShownPictures, renewSearchTexts } from '../catalog/catalog.ts'
import { forgetOldKeys } from '../db/idempotency.ts'
import { cleanFiles } from '../files/clean-files.ts'
import { UNUSED_KEPT_MS } from '../files/uploads.ts'
import { deleteOldCounters } from '../limits/counter-queries.ts'
import { removeOldMailFiles } from '../mail/forgotten.ts'
import { pruneRemovals } from '../mail/forgotten-list.ts'
import { forgetOldMail } from '../mail/outbox.ts'
import { bringForwardMail } from '../mail/sender.ts'
import { type JobWatcher, runJob } from './jobs.ts'
import type { Shop } from '../shop.ts'

const EVERY_MS = 60 * 60_000
/** Long enough to look up a mail that a customer asks about. */
const MAIL_KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * Removes expired rows and files every hour. Safe with any number of instances, as each statement is independent.
 * `stop` resolves when the running job has ended; close the database after it.
 */
export function startHousekeeping(shop: Shop, watcher?: JobWatcher): { stop(): Promise<void> } {
  const round = { after: '' }
  const stopping = new AbortController()
  const clean = async () => {
    const jobs = {
      sessions: async () => {
        await removeExpired(shop)
        await deleteOldCounters(shop.db, shop.now())
      },
      access: () => removeOldRequests(shop),
      idempotency: () => forgetOldKeys(shop.db, shop.now()),
      files: async () => {
        await keepShown(shop)
        await cleanFiles(shop, round, stopping.signal)
      },
      removals: () => pruneRemovals(shop),
      brands: () => renewSearchTexts(shop, stopping.signal),
      searches: () => forgetOldSearches(shop),
      mail: async () => {
        await removeOldMail(shop)
        await bringForwardMail(shop)
      },
    }
    for (const [job, work] of Object.entries(jobs)) {
      if (!stopping.signal.aborted) await runJob(shop, job, work, watcher)
    }
  }
  let running = clean()
  const timer = setInterval(() => {
    running = running.then(clean)
  }, EVERY_MS)
  timer.unref()
  return {
    stop() {
      stopping.abort()
      clearInterval(timer)
      return running
    },
  }
}

async function keepShown(shop: Shop): Promise<void> {
  const before = new Date(shop.now().getTime() - UNUSED_KEPT_MS)
  await keepShownPictures(shop, before)
  await keepShownBanners(shop, before)
}

async function removeOldMail(shop: Shop): Promise<void> {
  const before = new Date(shop.now().getTime() - MAIL_KEPT_MS)
  await forgetOldMail(shop.db, before)
  await removeOldMailFiles(shop.config.dataDir, before)
}
