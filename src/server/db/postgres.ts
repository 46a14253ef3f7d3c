import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier, Pool, type ClientConfig } from 'pg'
import type { DatabaseLog, Engine, Listener } from './connect.ts'
import { Listeners } from './listeners.ts'
import { PreparingClient } from './prepared.ts'
import { wrongDatabase } from '../set-up.ts'
import { valueTypes } from './values.ts'

/** Nobody waits long for a lock or holds one long: a stuck request must not make a queue of the others. */
const session = {
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  application_name: 'surbrote',
  // As on the embedded database, so that a day means the same on both. Compiling a plan pays in reports, not here.
  options: '-c timezone=UTC -c jit=off',
  types: valueTypes,
} satisfies ClientConfig

export async function openPostgres(options: {
  log: DatabaseLog
  databaseUrl: string
  poolSize: number
  setting: string
}): Promise<Engine> {
  const { log, setting } = options
  const config = { ...session, connectionString: options.databaseUrl }
  const pool = new Pool({ ...config, max: options.poolSize, Client: PreparingClient })

  // Without these two listeners a restart of PostgreSQL ends our process: an 'error' nobody listens to is thrown.
  // https://node-postgres.com/apis/pool#error
  pool.on('error', (error) => log.error({ err: error }, 'An idle database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.error({ err: error }, 'A database connection was lost'))
  })

  const client = await pool.connect().catch(async (error: unknown) => {
    await pool.end()
    throw wrongDatabase(setting, new Client(config), error)
  })
  client.release()

  const notifications = new NotificationClient(config, log)
  return {
    pool,
    listen: (channel, listener) => notifications.listen(channel, listener),
    dump: () => Promise.reject(new Error('PostgreSQL is copied with pg_dump')),
    copyTo: () => Promise.reject(new Error('PostgreSQL is copied with pg_dump')),
    async close() {
      await notifications.close()
      await pool.end()
    },
  }
}

/**
 * A connection can be gone without a word (a cut cable, a firewall that forgot it): then nothing is heard and what is
 * kept grows old. So it is asked now and then, and given up when it does not answer.
 */
const ASK_EVERY_MS = 15_000
const ANSWER_WITHIN_MS = 5_000
/** While the database is away; what is kept is as old as that at most when it is back. */
const LONGEST_WAIT_MS = 1_000

/** One connection for LISTEN, outside the pool; made when somebody first listens, made again when it is lost. */
class NotificationClient {
  readonly #config: ClientConfig
  readonly #log: DatabaseLog
  readonly #listeners = new Listeners()
  #connecting: Promise<Client> | undefined
  #closed = false
  /** One statement at a time: pg no longer queues them on a client of one's own. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(config: ClientConfig, log: DatabaseLog) {
    this.#config = config
    this.#log = log
  }

  async listen(channel: string, listener: Listener): Promise<() => void> {
    const stop = this.#listeners.add(channel, listener)
    try {
      this.#connecting ??= this.#connect()
      const client = await this.#connecting
      const listening = this.#turn.then(() => client.query(`listen ${escapeIdentifier(channel)}`))
      this.#turn = listening.catch(() => undefined)
      await listening
      return stop
    } catch (error) {
      stop()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    const client = await this.#connecting?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config)
    client.on('error', (error) => this.#log.warn({ err: error }, 'The connection for notifications was lost'))
    client.on('notification', ({ channel, payload }) => this.#listeners.tell(channel, payload ?? ''))
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
    const asking = setInterval(() => void this.#ask(client), ASK_EVERY_MS).unref()
    client.once('end', () => {
      clearInterval(asking)
      this.#connecting = undefined
      if (!this.#closed) void this.#reconnect()
    })
    return client
  }

  async #ask(client: Client): Promise<void> {
    const asking = this.#turn.then(() => client.query('select 1'))
    this.#turn = asking.catch(() => undefined)
    const timer = setTimeout(() => client.connection.stream.destroy(), ANSWER_WITHIN_MS).unref()
    // Its loss is told by the connection itself.
    await asking.catch(() => undefined)
    clearTimeout(timer)
  }

  async #reconnect(): Promise<void> {
    for (let wait = 50; !this.#closed; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      // The timer alone must not keep a process alive.
      await sleep(wait, undefined, { ref: false })
      if (this.#closed) return
      try {
        this.#connecting ??= this.#connect()
        await this.#connecting
        this.#listeners.tellMissed()
        return
      } catch (error) {
        // Once, not every second of a long night.
        if (wait < LONGEST_WAIT_MS && wait * 2 >= LONGEST_WAIT_MS)
          this.#log.warn({ err: error }, 'No connection for notifications yet')
      }
    }
  }
}
