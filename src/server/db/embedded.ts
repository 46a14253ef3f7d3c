import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { escapeIdentifier, Pool } from 'pg'
import type { DatabaseLog, Engine, Listener } from './connect.ts'
import { lockDataDir } from './data-lock.ts'
import { EmbeddedServer } from './embedded-server.ts'
import { Listeners } from './listeners.ts'
import { PreparingClient } from './prepared.ts'
import { valueTypes } from './values.ts'

/** PGlite has no background processes: what the checkpointer and autovacuum would do, these timers do. */
const CHECKPOINT_EVERY = 5 * 60_000
const VACUUM_AFTER_START = 10 * 60_000
const VACUUM_EVERY = 24 * 60 * 60_000

/** So long a request waits for its turn on the one session before it is refused as busy. */
const WAIT_FOR_TURN = 10_000

export async function openEmbedded(options: {
  log: DatabaseLog
  dataDir: string | undefined
  memory: Blob | 'empty' | undefined
  waitForTurn?: number
}): Promise<Engine> {
  const { log, dataDir, memory, waitForTurn = WAIT_FOR_TURN } = options
  if (memory !== undefined || dataDir === undefined) {
    const dump = memory instanceof Blob ? memory : undefined
    return serve(await EmbeddedServer.start({ log, dump }), log, waitForTurn)
  }

  mkdirSync(dataDir, { recursive: true })
  const lock = lockDataDir(resolve(dataDir))
  try {
    const folder = join(resolve(dataDir), 'db')
    if (!existsSync(folder)) await createCluster(folder, log)
    const server = await EmbeddedServer.start({ log, folder })
    const engine = serve(server, log, waitForTurn)
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

/** Made beside its place and renamed when it is whole and on disk: a first start that is killed leaves nothing half. */
async function createCluster(folder: string, log: DatabaseLog): Promise<void> {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const server = await EmbeddedServer.start({ log, folder: unfinished })
  await server.close()
  syncTree(unfinished)
  renameSync(unfinished, folder)
  syncEntry(join(folder, '..'))
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

/** Whoever holds the one session is alone: with a checkpoint behind it, the folder stands still while it is copied. */
async function copyCluster(pool: Pool, folder: string, target: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('checkpoint')
    await cp(folder, target, { recursive: true, errorOnExist: true, force: false })
  } finally {
    client.release()
  }
}

function serve(server: EmbeddedServer, log: DatabaseLog, waitForTurn: number): Engine {
  const listeners = new Listeners()
  // One connection, because PGlite is one session: the pool's queue is what makes transactions take turns.
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
      listeners.tellMissed()
    },
  })
  pool.on('error', (error) => log.error({ err: error }, 'The embedded database was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.error({ err: error }, 'The embedded database was lost'))
    client.on('notification', ({ channel, payload }) => listeners.tell(channel, payload ?? ''))
  })

  return {
    pool,
    async listen(channel: string, listener: Listener) {
      const stop = listeners.add(channel, listener)
      await pool.query(`listen ${escapeIdentifier(channel)}`)
      return stop
    },
    dump: () => server.dump(),
    copyTo: () => Promise.reject(new Error('There is no folder to copy: the database is in memory')),
    async close() {
      await pool.end()
      await server.close()
    },
  }
}

function keepUp(pool: Pool, log: DatabaseLog): () => void {
  const run = (statement: string) => () => {
    pool
      .query(statement)
      .catch((error: unknown) => log.error({ err: error }, `The embedded database: ${statement} failed`))
  }
  const timers = [
    setInterval(run('checkpoint'), CHECKPOINT_EVERY),
    setTimeout(run('vacuum analyze'), VACUUM_AFTER_START),
    setInterval(run('vacuum analyze'), VACUUM_EVERY),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach((timer) => clearTimeout(timer))
}
