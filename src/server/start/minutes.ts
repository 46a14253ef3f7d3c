import {
  applyDuePrices,
  mailLowStock,
  mailRestocked,
  type SearchTerms,
  writeSearches,
} from '../catalog/catalog.ts'
import { expireOrders } from '../orders/orders.ts'
import type { Shop } from '../shop.ts'
import { type JobWatcher, runJob } from './jobs.ts'

const MINUTE_MS = 60_000

/** Work that a shop does by the clock. Safe with any number of instances: only one of them does it, or it does not matter. */
export interface MinuteJob {
  name: string
  everyMinutes: number
  /** Once more when the shop stops. */
  atStop?: boolean
  /** `stopping` is aborted when the shop stops: what takes long ends early. */
  run: (shop: Shop, stopping: AbortSignal) => Promise<unknown>
}

/** `searches` are those of this process, heard by its application. */
export function minuteJobs(searches: SearchTerms): MinuteJob[] {
  return [
    { name: 'low stock', everyMinutes: 1, run: mailLowStock },
    { name: 'expiry', everyMinutes: 5, run: expireOrders },
    { name: 'stock notices', everyMinutes: 5, run: mailRestocked },
    { name: 'prices', everyMinutes: 1, run: applyDuePrices },
    { name: 'search terms', everyMinutes: 1, atStop: true, run: (shop) => writeSearches(shop, searches) },
  ]
}

/**
 * Runs each job at the start and then by its interval, apart from the others: one that fails or takes long delays none, and
 * is not started again while it runs. `stop` resolves when the running ones have ended, so that they still have a database.
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
