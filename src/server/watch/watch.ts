import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, type GaugeConfiguration, Registry } from 'prom-client'
import type { ConnectionCounts } from '../http/connections.ts'
import type { KeptCounts } from '../http/kept.ts'
import type { JobWatcher } from '../jobs.ts'
import type { Shop } from '../shop.ts'
import { type Books, readBooks } from './queries.ts'

/** How many do a thing now, and how many wait for their turn. */
export interface Turns {
  running: number
  waiting: number
}

/** What is watched besides the database; each is asked when somebody looks. */
export interface Watched {
  /** Comparisons and hashes of passwords. */
  passwords: () => Turns
  /** Pictures that are being read and shrunk. */
  pictures: () => Turns
}

export interface Watch {
  registry: Registry
  /** Counts what is kept for visitors; called when the application is made. */
  kept(kept: { counts: KeptCounts; bytes: number }): void
  /** The same for connections of visitors. */
  connections(counts: ConnectionCounts): void
  jobRan: JobWatcher
}

/** Asked of the database at most so often, however many look. */
const BOOKS_EVERY_MS = 5_000
const BOOKS_WITHIN_MS = 2_000

/**
 * Everything that a Prometheus can be told, by names that begin with `surbrote_`. Labels are a handful of fixed words:
 * never a path, an id or a name of somebody.
 */
export function openWatch(shop: Shop, { passwords, pictures }: Watched): Watch {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchTurns(registry, 'password_hashing', 'Passwords that are being compared or hashed', passwords)
  watchTurns(registry, 'picture_decoding', 'Uploaded pictures that are being decoded', pictures)
  watchPool(registry, shop)
  watchBooks(registry, shop)
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
    kept: (kept) => watchKept(registry, kept),
    connections: (counts) => watchConnections(registry, counts),
    jobRan({ job, ok, milliseconds }) {
      runs.inc({ job, outcome: ok ? 'done' : 'failed' })
      seconds.inc({ job }, milliseconds / 1_000)
      if (ok) lastSuccess.set({ job }, shop.now().getTime() / 1_000)
    },
  }
}

function addGauge<Label extends string>(registry: Registry, gauge: GaugeConfiguration<Label>): Gauge<Label> {
  return new Gauge({ ...gauge, registers: [registry] })
}

function watchTurns(registry: Registry, name: string, help: string, turns: () => Turns): void {
  addGauge(registry, {
    name: `surbrote_${name}`,
    help: `${help}, by state`,
    labelNames: ['state'],
    collect() {
      const { running, waiting } = turns()
      this.set({ state: 'running' }, running)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

function watchPool(registry: Registry, { database }: Shop): void {
  addGauge(registry, {
    name: 'surbrote_db_connections',
    help: 'Connections of the pool by state; waiting are requests without one',
    labelNames: ['state'],
    collect() {
      for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count)
    },
  })
}

function watchKept(registry: Registry, kept: { counts: KeptCounts; bytes: number }): void {
  const asked = new Counter({
    name: 'surbrote_kept_requests_total',
    help: 'Requests for kept pages and answers, by whether one was there',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const kind of ['page', 'answer', 'customer'] as const) {
        asked.inc({ kind, outcome: 'hit' }, kept.counts[kind].hits)
        asked.inc({ kind, outcome: 'miss' }, kept.counts[kind].misses)
      }
    },
  })
  const drops = new Counter({
    name: 'surbrote_kept_drops_total',
    help: 'How often all that is kept was dropped, because something public changed',
    registers: [registry],
    collect() {
      this.reset()
      drops.inc(kept.counts.drops)
    },
  })
  addGauge(registry, {
    name: 'surbrote_kept_bytes',
    help: 'What kept pages and answers take of the memory',
    collect() {
      this.set(kept.bytes)
    },
  })
}

function watchConnections(registry: Registry, counts: ConnectionCounts): void {
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

/** What the tables say is the same for every instance: look at one, or take the greatest. */
function watchBooks(registry: Registry, shop: Shop): void {
  const look = atMostEvery(BOOKS_EVERY_MS, () =>
    Promise.race([
      readBooks(shop.db, shop.now()).catch(() => undefined),
      // Longer than this and it is away: who asks for figures waits ten seconds at most, and would get none.
      sleep(BOOKS_WITHIN_MS, undefined, { ref: false }),
    ]),
  )
  /** Without an answer of the database it has no value: the last one would look as if all were well. */
  const gauge = (name: string, help: string, label: string, valuesOf: (books: Books) => [string, number][]) =>
    addGauge(registry, {
      name,
      help,
      labelNames: [label],
      async collect() {
        const books = await look()
        this.reset()
        for (const [value, count] of books ? valuesOf(books) : []) this.set({ [label]: value }, count)
      },
    })
  gauge(
    'surbrote_outbox_mails',
    'Mails by state: waiting to be sent, or given up within the last 30 days',
    'state',
    (books) => [
      ['waiting', books.waiting],
      ['failed', books.failed],
    ],
  )
  gauge(
    'surbrote_outbox_oldest_seconds',
    'Age of the oldest mail that waits; 0 when none does',
    'state',
    (books) => [['waiting', books.oldestSeconds]],
  )
  gauge(
    'surbrote_uploads_unclaimed_bytes',
    'Pictures that nothing uses yet; from 500 MiB of a kind on, its uploads are refused',
    'kind',
    (books) => [
      ['claims', books.unclaimedOfClaims],
      ['shop', books.unclaimedOfShop],
    ],
  )
  addGauge(registry, {
    name: 'surbrote_database_up',
    help: 'Whether the database answered when it was last asked',
    async collect() {
      this.set((await look()) ? 1 : 0)
    },
  })
}

/** All who ask within that time get the same answer. */
function atMostEvery<Answer>(milliseconds: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= milliseconds) last = { at: now, answer: ask() }
    return last.answer
  }
}
