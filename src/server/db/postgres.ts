import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier, Pool, type ClientConfig, type PoolConfig } from 'pg'
import type { DatabaseLog, Engine } from './engine.ts'
import type { Listeners } from './listeners.ts'
import { limitConcurrency } from '../limits/limit-concurrency.ts'
import { PreparingClient } from './prepared.ts'
import { wrongDatabase } from '../start/startup-errors.ts'
import { valueTypes } from './values.ts'

/** Limits waiting for locks and holding them, so that one stuck request does not block the others. */
const session = {
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  application_name: 'surbrote',
  // UTC as on the embedded database, so that a day means the same on both. Compiled plans only pay off in reports.
  options: '-c timezone=UTC -c jit=off',
  types: valueTypes,
} satisfies ClientConfig

/** For uncached public work. */
const PUBLIC_CONNECTIONS = 4

export async function openPostgres(options: {
  log: DatabaseLog
  listeners: Listeners
  databaseUrl: string
  poolSize: number
  setting: string
}): Promise<Engine> {
  const { log, listeners, setting } = options
  const config = { ...session, connectionString: options.databaseUrl }
  const pool = openPool({ ...config, max: options.poolSize }, log)
  const publicPool = openPool({ ...config, max: PUBLIC_CONNECTIONS }, log)

  const client = await pool.connect().catch(async (error: unknown) => {
    await pool.end()
    throw wrongDatabase(setting, new Client(config), error)
  })
  client.release()

  const notifications = new NotificationClient(config, log, listeners)
  return {
    pool,
    publicPool,
    listen: (channel) => notifications.listen(channel),
    dump: () => Promise.reject(new Error('PostgreSQL is copied with pg_dump')),
    copyTo: () => Promise.reject(new Error('PostgreSQL is copied with pg_dump')),
    async close() {
      await notifications.close()
      await Promise.all([pool.end(), publicPool.end()])
    },
  }
}

function openPool(config: PoolConfig, log: DatabaseLog): Pool {
  const pool = new Pool({ ...config, Client: PreparingClient })
  // Without these listeners a restart of PostgreSQL ends this process: an 'error' event without a listener is thrown.
  // https://node-postgres.com/apis/pool#error
  pool.on('error', (error) => log.error({ err: error }, 'An idle database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.error({ err: error }, 'A database connection was lost'))
  })
  return pool
}

/**
 * A connection can be lost without an error (a cut cable, a firewall's timeout), and caches would then stay stale. So it is
 * checked regularly, and closed when the check has no answer.
 */
const CHECK_EVERY_MS = 15_000
const ANSWER_WITHIN_MS = 5_000
/** The longest pause between attempts to reconnect, so the longest that caches stay stale once the database is back. */
const LONGEST_PAUSE_MS = 1_000

/** One connection for LISTEN, outside the pool: opened by the first `listen`, opened again when it is lost. */
class NotificationClient {
  readonly #config: ClientConfig
  readonly #log: DatabaseLog
  readonly #listeners: Listeners
  #connecting: Promise<Client> | undefined
  #closed = false
  /** pg does not queue the statements of a single client. */
  readonly #oneByOne = limitConcurrency(1)

  constructor(config: ClientConfig, log: DatabaseLog, listeners: Listeners) {
    this.#config = config
    this.#log = log
    this.#listeners = listeners
  }

  async listen(channel: string): Promise<void> {
    this.#connecting ??= this.#connect()
    const client = await this.#connecting
    await this.#oneByOne(() => client.query(`listen ${escapeIdentifier(channel)}`))
  }

  async close(): Promise<void> {
    this.#closed = true
    const client = await this.#connecting?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config)
    client.on('error', (error) => this.#log.warn({ err: error }, 'The connection for notifications was lost'))
    client.on('notification', ({ channel, payload }) => this.#listeners.notify(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of this.#listeners.channels()) {
        await client.query(`listen ${escapeIdentifier(channel)}`)
      }
    } catch (error) {
      this.#connecting = undefined
      await client.end().catch(() => undefined)
      throw error
    }
    const checks = setInterval(() => void this.#check(client), CHECK_EVERY_MS).unref()
    client.once('end', () => {
      clearInterval(checks)
      this.#connecting = undefined
      if (!this.#closed) void this.#reconnect()
    })
    return client
  }

  async #check(client: Client): Promise<void> {
    const answer = this.#oneByOne(() => client.query('select 1'))
    const timer = setTimeout(() => client.connection.stream.destroy(), ANSWER_WITHIN_MS).unref()
    // A lost connection emits 'end' itself.
    await answer.catch(() => undefined)
    clearTimeout(timer)
  }

  async #reconnect(): Promise<void> {
    for (let wait = 50; !this.#closed; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      // The timer must not keep the process alive.
      await sleep(wait, undefined, { ref: false })
      if (this.#closed) return
      try {
        this.#connecting ??= this.#connect()
        await this.#connecting
        this.#listeners.notifyMissed()
        return
      } catch (error) {
        // Once, not at every attempt.
        if (wait < LONGEST_PAUSE_MS && wait * 2 >= LONGEST_PAUSE_MS)
          this.#log.warn({ err: error }, 'No connection for notifications yet')
      }
    }
  }
}
