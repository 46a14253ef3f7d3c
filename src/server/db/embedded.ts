import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import type { PostgresPool } from 'kysely'
import { escapeIdentifier, Pool } from 'pg'
import { copyFolder } from './copy-folder.ts'
import { type Holder, lockWhenFree } from './data-lock.ts'
import { EmbeddedServer } from './embedded-server.ts'
import type { DatabaseLog, Engine } from './engine.ts'
import type { Listeners } from './listeners.ts'
import { PreparingClient } from './prepared.ts'
import { valueTypes } from './values.ts'

/** PGlite has no background processes: these timers replace checkpointer and autovacuum. Milliseconds. */
const CHECKPOINT_EVERY = 5 * 60_000
const VACUUM_EVERY = 10 * 60_000

/** PostgreSQL's defaults: https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM */
const HAS_CHANGED = `n_dead_tup > 50 + 0.2 * size or n_ins_since_vacuum > 1000 + 0.2 * size
  or n_mod_since_analyze > 50 + 0.1 * size`

/** Milliseconds that a request waits for the single session before it is refused as busy. */
const WAIT_FOR_TURN = 10_000

export async function openEmbedded(options: {
  log: DatabaseLog
  listeners: Listeners
  dataDir: string | undefined
  memory: Blob | 'empty' | undefined
  holder?: Holder | undefined
  waitForTurn?: number
}): Promise<Engine> {
  const { log, listeners, dataDir, memory, waitForTurn = WAIT_FOR_TURN } = options
  if (memory !== undefined || dataDir === undefined) {
    const dump = memory instanceof Blob ? memory : undefined
    return serve(await EmbeddedServer.start({ log, dump }), { log, listeners, waitForTurn })
  }

  mkdirSync(dataDir, { recursive: true })
  const lock = await lockWhenFree(resolve(dataDir), options.holder)
  try {
    const folder = join(resolve(dataDir), 'db')
    if (existsSync(folder)) makePrivate(folder)
    else await createCluster(folder, log)
    const server = await EmbeddedServer.start({ log, folder })
    const engine = serve(server, { log, listeners, waitForTurn })
    const stopUpkeep = keepUp(engine.pool, log)
    return {
      ...engine,
      copyTo: (target) => copyCluster(engine.pool, folder, join(target, 'db')),
      async close() {
        stopUpkeep()
        await engine.close().finally(lock.release)
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Creates the files beside `folder` and renames them once they are complete and synced, so that a killed start leaves
 * nothing half done.
 */
async function createCluster(folder: string, log: DatabaseLog): Promise<void> {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const server = await EmbeddedServer.start({ log, folder: unfinished })
  await server.close()
  syncTree(unfinished)
  renameSync(unfinished, folder)
  syncEntry(join(folder, '..'))
}

/** Older versions created world-writable files. */
function makePrivate(folder: string): void {
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncEntry(path)
  }
  syncEntry(folder)
}

function syncEntry(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Holding the single session after a checkpoint keeps the folder unchanged while it is copied. */
async function copyCluster(pool: Pool, folder: string, target: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('checkpoint')
    await copyFolder(folder, target)
  } finally {
    client.release()
  }
}

function serve(
  server: EmbeddedServer,
  { log, listeners, waitForTurn }: { log: DatabaseLog; listeners: Listeners; waitForTurn: number },
): Engine {
  // One connection, as PGlite is one session: the pool's queue makes transactions take turns.
  const pool = new Pool({
    Client: PreparingClient,
    stream: () => server.connect(),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitForTurn,
    user: 'postgres',
    database: 'postgres',
    types: valueTypes,
    ssl: false,
    async onConnect(client) {
      for (const channel of listeners.channels()) await client.query(`listen ${escapeIdentifier(channel)}`)
      listeners.notifyMissed()
    },
  })
  pool.on('error', (error) => log.error({ err: error }, 'The embedded database was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.error({ err: error }, 'The embedded database was lost'))
    client.on('notification', ({ channel, payload }) => listeners.notify(channel, payload ?? ''))
  })

  return {
    pool,
    publicPool: oneAtATime(pool),
    async listen(channel) {
      await pool.query(`listen ${escapeIdentifier(channel)}`)
    },
    dump: () => server.dump(),
    copyTo: () => Promise.reject(new Error('There is no folder to copy: the database is in memory')),
    async close() {
      await pool.end()
      await server.close()
    },
  }
}

/** Lets one statement at a time into the pool's queue, so that others wait for at most one. */
function oneAtATime(pool: Pool): PostgresPool {
  let last: Promise<void> = Promise.resolve()
  return {
    async connect() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      await before
      try {
        const client = await pool.connect()
        pool.once('release', () => resolve())
        return client
      } catch (error) {
        resolve()
        throw error
      }
    },
    end: () => Promise.resolve(),
    options: pool.options,
  }
}

function keepUp(pool: Pool, log: DatabaseLog): () => void {
  const stopping = new AbortController()
  const run = (job: string, work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => log.error({ err: error }, `The embedded database: ${job} failed`))
  }
  // A crash loses the statistics of what has changed, so the first vacuum is of all tables.
  let which: 'all' | 'changed' = 'all'
  const vacuum = run('vacuum', async () => {
    await vacuumInTurn(pool, which, stopping.signal)
    which = 'changed'
  })
  const timers = [
    setInterval(
      run('checkpoint', () => pool.query('checkpoint')),
      CHECKPOINT_EVERY,
    ),
    setInterval(vacuum, VACUUM_EVERY),
  ]
  for (const timer of timers) timer.unref()
  return () => {
    stopping.abort()
    timers.forEach((timer) => clearTimeout(timer))
  }
}

/**
 * Vacuums each table by itself: `vacuum` of all kept the single session for seconds, and requests waited. `changed`:
 * only tables that autovacuum would choose, as a count reads an index alone only if its table was vacuumed.
 */
export async function vacuumInTurn(
  pool: Pick<Pool, 'query'>,
  which: 'all' | 'changed',
  stopping?: AbortSignal,
): Promise<void> {
  // Otherwise the last second is not yet in the statistics.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name
    from (select oid, greatest(reltuples, 0) as size from pg_class where relkind = 'r') as tables
    left join pg_stat_all_tables on relid = oid
    where ${which === 'all' ? true : HAS_CHANGED} order by oid`,
  )
  for (const { name } of rows) if (!stopping?.aborted) await pool.query(`vacuum analyze ${name}`)
}
