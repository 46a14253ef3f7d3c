import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { ConnectionCounts } from '../limits/connections.ts'
import { atMostEvery } from '../limits/at-most-every.ts'
import type { Load } from '../limits/limit-concurrency.ts'
import type { PublicLane } from '../limits/public-lane.ts'
import type { PublicCacheCounts } from '../cache/public-cache.ts'
import type { JobWatcher } from '../start/jobs.ts'
import type { Shop } from '../shop.ts'
import { addGauge } from './add-gauge.ts'
import { type Backlog, readBacklog } from './queries.ts'
import { measureStorage } from './storage.ts'

/** Figures of other rooms, read at each scrape. */
interface Measured {
  /** Comparisons and hashes of passwords. */
  passwords: () => Load
  /** Pictures that are being decoded and shrunk. */
  pictures: () => Load
}

export interface Metrics {
  registry: Registry
  /** Registers the cache once the application creates it. */
  publicCache(cache: { counts: PublicCacheCounts; bytes: number }): void
  /** Registers the public lane likewise. */
  publicLane(lane: PublicLane): void
  /** Registers the connections of visitors, likewise. */
  connections(counts: ConnectionCounts): void
  jobRan: JobWatcher
  /** Counts a jump of the clock; below 0 when it was set back. */
  clockJumped: (milliseconds: number) => void
}

/** The database is read at most once within this time, for any number of scrapers. */
const BACKLOG_EVERY_MS = 5_000
const BACKLOG_WITHIN_MS = 2_000

/**
 * All metrics for Prometheus; their names begin with `surbrote_`. Labels are a few fixed words, never a path, an id or a
 * person's name.
 */
export function openMetrics(shop: Shop, { passwords, pictures }: Measured): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureLoad(registry, 'password_hashing', 'Passwords that are being compared or hashed', passwords)
  measureLoad(registry, 'picture_decoding', 'Uploaded pictures that are being decoded', pictures)
  measurePool(registry, shop)
  measureBacklog(registry, shop)
  measureStorage(registry, shop)
  const runs = new Counter({
    name: 'surbrote_job_runs_total',
    help: 'Runs of background jobs by outcome',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  })
  const seconds = new Counter({
    name: 'surbrote_job_seconds_total',
    help: 'Time that background jobs took',
    labelNames: ['job'],
    registers: [registry],
  })
  const lastSuccess = new Gauge({
    name: 'surbrote_job_last_success_timestamp_seconds',
    help: 'When a background job last came to its end',
    labelNames: ['job'],
    registers: [registry],
  })
  return {
    registry,
    clockJumped: countClockJumps(registry),
    publicCache: (cache) => countPublicCache(registry, cache),
    publicLane: (lane) => measurePublicLane(registry, lane),
    connections: (counts) => measureConnections(registry, counts),
    jobRan({ job, ok, milliseconds }) {
      runs.inc({ job, outcome: ok ? 'done' : 'failed' })
      seconds.inc({ job }, milliseconds / 1_000)
      if (ok) lastSuccess.set({ job }, shop.now().getTime() / 1_000)
    },
  }
}

function measureLoad(registry: Registry, name: string, help: string, load: () => Load): void {
  addGauge(registry, {
    name: `surbrote_${name}`,
    help: `${help}, by state`,
    labelNames: ['state'],
    collect() {
      const { running, waiting } = load()
      this.set({ state: 'running' }, running)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

function countClockJumps(registry: Registry): (milliseconds: number) => void {
  const jumps = new Counter({
    name: 'surbrote_clock_jumps_total',
    help: 'Jumps of the clock by more than a minute',
    labelNames: ['direction'],
    registers: [registry],
  })
  for (const direction of ['forward', 'back']) jumps.inc({ direction }, 0)
  return (milliseconds) => jumps.inc({ direction: milliseconds > 0 ? 'forward' : 'back' })
}

function measurePool(registry: Registry, { database }: Shop): void {
  addGauge(registry, {
    name: 'surbrote_db_connections',
    help: 'Connections of the pool by state; waiting are requests without one',
    labelNames: ['state'],
    collect() {
      for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count)
    },
  })
}

function countPublicCache(registry: Registry, cache: { counts: PublicCacheCounts; bytes: number }): void {
  const asked = new Counter({
    name: 'surbrote_kept_requests_total',
    help: 'Requests for kept pages and answers, by whether one was there',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const kind of ['page', 'answer', 'customer'] as const) {
        asked.inc({ kind, outcome: 'hit' }, cache.counts[kind].hits)
        asked.inc({ kind, outcome: 'miss' }, cache.counts[kind].misses)
      }
    },
  })
  const drops = new Counter({
    name: 'surbrote_kept_drops_total',
    help: 'How often all that is kept was dropped, because something public changed',
    registers: [registry],
    collect() {
      this.reset()
      drops.inc(cache.counts.drops)
    },
  })
  addGauge(registry, {
    name: 'surbrote_kept_bytes',
    help: 'What kept pages and answers take of the memory',
    collect() {
      this.set(cache.bytes)
    },
  })
}

function measurePublicLane(registry: Registry, lane: PublicLane): void {
  measureLoad(registry, 'public_work', 'Pages and answers that are being made for the cache', () =>
    lane.load(),
  )
  const refused = new Counter({
    name: 'surbrote_public_work_refused_total',
    help: 'Requests for such pages and answers that got a 503, because too many waited',
    registers: [registry],
    collect() {
      this.reset()
      refused.inc(lane.refused())
    },
  })
}

function measureConnections(registry: Registry, counts: ConnectionCounts): void {
  addGauge(registry, {
    name: 'surbrote_http_connections',
    help: 'Open connections of visitors and proxies',
    collect() {
      this.set(counts.open)
    },
  })
  const refused = new Counter({
    name: 'surbrote_http_connections_refused_total',
    help: 'Connections that were not taken: their address had too many, or all were in use',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const reason of ['address', 'all'] as const) refused.inc({ reason }, counts.refused[reason])
    },
  })
}

const BACKLOG_GAUGES = [
  {
    name: 'surbrote_outbox_mails',
    help: 'Mails by state: waiting to be sent, or given up within the last 30 days',
    label: 'state',
    valuesOf: ({ waiting, failed }: Backlog) => ({ waiting, failed }),
  },
  {
    name: 'surbrote_outbox_oldest_seconds',
    help: 'Age of the oldest mail that waits; 0 when none does',
    label: 'state',
    valuesOf: ({ oldestSeconds }: Backlog) => ({ waiting: oldestSeconds }),
  },
  {
    name: 'surbrote_uploads_unclaimed_bytes',
    help: 'Pictures that nothing uses yet; from 500 MiB of a kind on, its uploads are refused',
    label: 'kind',
    valuesOf: ({ unclaimedOfClaims, unclaimedOfShop }: Backlog) => ({
      claims: unclaimedOfClaims,
      shop: unclaimedOfShop,
    }),
  },
  {
    name: 'surbrote_orders',
    help: 'Orders that are pending, and those of the last 24 hours',
    label: 'state',
    valuesOf: ({ pendingOrders, newOrders }: Backlog) => ({ pending: pendingOrders, new: newOrders }),
  },
  {
    name: 'surbrote_backup_last_success_timestamp_seconds',
    help: 'When the newest backup was complete; 0 before the first one',
    label: 'of',
    valuesOf: ({ lastBackup }: Backlog) => ({ shop: lastBackup }),
  },
  {
    name: 'surbrote_backup_expected_within_seconds',
    help: 'The age from which the newest backup is too old; 0 when none is expected',
    label: 'of',
    valuesOf: ({ backupWithin }: Backlog) => ({ shop: backupWithin }),
  },
]

/** Read from tables, so the same on every instance: dashboards use one instance or the maximum. */
function measureBacklog(registry: Registry, shop: Shop): void {
  const read = atMostEvery(BACKLOG_EVERY_MS, () =>
    Promise.race([
      readBacklog(shop.db, shop.now()).catch(() => undefined),
      // A slower database counts as down: Prometheus gives up after ten seconds.
      sleep(BACKLOG_WITHIN_MS, undefined, { ref: false }),
    ]),
  )
  for (const { name, help, label, valuesOf } of BACKLOG_GAUGES)
    addGauge(registry, {
      name,
      help,
      labelNames: [label],
      async collect() {
        const backlog = await read()
        // No value when the database does not answer, as the last one would hide the outage.
        this.reset()
        for (const [value, count] of Object.entries(backlog ? valuesOf(backlog) : {}))
          this.set({ [label]: value }, count)
      },
    })
  addGauge(registry, {
    name: 'surbrote_database_up',
    help: 'Whether the database answered when it was last asked',
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
}
