import {
  applyDuePrices,
  mailLowStock,
  mailRestocked,
  type SearchTerms,
  writeSearches,
} from '../catalog/catalog.ts'
import { expireOrders } from '../orders/orders.ts'
import { mailBackupProblem } from '../settings/backups.ts'
import type { Shop } from '../shop.ts'
import { type JobWatcher, runJob } from './jobs.ts'

const MINUTE_MS = 60_000

/** Periodic jobs. Each is safe with any number of instances. */
export interface MinuteJob {
  name: string
  everyMinutes: number
  /** Also runs when the shop stops. */
  atStop?: boolean
  /** `stopping` is aborted when the shop stops, to end long runs early. */
  run: (shop: Shop, stopping: AbortSignal) => Promise<unknown>
}

/** `searches`: search terms counted in this process. */
export function minuteJobs(searches: SearchTerms): MinuteJob[] {
  return [
    { name: 'low stock', everyMinutes: 1, run: mailLowStock },
    { name: 'expiry', everyMinutes: 5, run: expireOrders },
    { name: 'stock notices', everyMinutes: 5, run: mailRestocked },
    { name: 'prices', everyMinutes: 1, run: applyDuePrices },
    { name: 'backups', everyMinutes: 10, run: mailBackupProblem },
    { name: 'search terms', everyMinutes: 1, atStop: true, run: (shop) => writeSearches(shop, searches) },
  ]
}

/**
 * Runs each job at start and then at its interval, independently: a failing or slow job does not delay others, and
 * never overlaps itself. `stop` resolves when running jobs have ended; close the database after it.
 */
export function startMinutes(
  shop: Shop,
  watcher: JobWatcher | undefined,
  jobs: MinuteJob[],
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const start = ({ name, run }: MinuteJob) => {
    if (running.has(name)) return
    const work = runJob(shop, name, () => run(shop, stopping.signal), watcher)
    running.set(
      name,
      work.finally(() => running.delete(name)),
    )
  }
  const timers = jobs.map((job) => {
    start(job)
    return setInterval(() => start(job), job.everyMinutes * MINUTE_MS).unref()
  })
  return {
    async stop() {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
      for (const job of jobs) if (job.atStop) start(job)
      await Promise.all(running.values())
    },
  }
}
