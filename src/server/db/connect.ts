import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import type { Tables } from './tables.ts'

/** What a query needs: the database, or a transaction on it. */
export type Db = Kysely<Tables>

/** The shape of pino's methods, which is what Fastify's logger is. */
export interface DatabaseLog {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  error: (details: object, message: string) => void
}

/**
 * A payload from `notify`, or undefined after a lost connection came back: then
 * notifications may have been missed, and whoever keeps a cache must drop it.
 */
export type Listener = (payload: string | undefined) => void

export interface Database {
  db: Db
  engine: 'embedded' | 'postgres'
  /** Reaches every process on this database; inside a transaction use `pg_notify` itself, it then waits for the commit. */
  notify: (channel: string, payload: string) => Promise<void>
  /** Resolves once it listens, to a function that stops listening. */
  listen: (channel: string, listener: Listener) => Promise<() => void>
  /** Call it after loading many rows: the embedded database has no autovacuum to collect statistics. */
  vacuum: () => Promise<void>
  /** Of the pool at this moment; waiting are those who have none yet. */
  connections: () => { inUse: number; idle: number; waiting: number }
  /** Throws when the database does not answer within two seconds. */
  check: () => Promise<void>
  /** All files of the embedded database as a tar; for PostgreSQL that is `pg_dump`'s work, and this throws. */
  dump: () => Promise<Blob>
  /**
   * Copies the embedded database of a folder, as it is now, to `folder/db`, to be opened there by another process.
   * Queries wait meanwhile. PostgreSQL lets others in by itself, and this throws.
   */
  copyTo: (folder: string) => Promise<void>
  close: () => Promise<void>
}

export interface DatabaseOptions {
  log: DatabaseLog
  /** PostgreSQL to use; without it the database is embedded. */
  databaseUrl?: string | undefined
  /** What the operator gave that address with; the `WrongSetting` names it when nothing can be opened there. */
  setting?: string | undefined
  /** The embedded database lives in its folder `db`. */
  dataDir?: string | undefined
  /** For tests: an embedded database that is never written to disk, empty or a copy of a dump. */
  memory?: Blob | 'empty' | undefined
  /** Connections to PostgreSQL. */
  poolSize?: number | undefined
}

/** What an engine brings; everything else is the same on both. */
export interface Engine {
  pool: Pool
  listen: (channel: string, listener: Listener) => Promise<() => void>
  dump: () => Promise<Blob>
  copyTo: (folder: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Opens PostgreSQL when it is given an address, else the embedded database. Does not migrate. Throws `WrongSetting`
 * when PostgreSQL does not let it in.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log, databaseUrl, dataDir, memory } = options
  if (memory === undefined && databaseUrl !== undefined) {
    const { poolSize = 10, setting = 'DATABASE_URL' } = options
    return wrap('postgres', await openPostgres({ log, databaseUrl, poolSize, setting }))
  }
  if (memory === undefined && dataDir === undefined)
    throw new Error('openDatabase needs databaseUrl, dataDir or memory')
  return wrap('embedded', await openEmbedded({ log, dataDir, memory }))
}

function wrap(engine: Database['engine'], { pool, listen, dump, copyTo, close }: Engine): Database {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let closing: Promise<void> | undefined
  return {
    db,
    engine,
    listen,
    dump,
    copyTo,
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(db)
    },
    async vacuum() {
      await db.connection().execute(async (connection) => {
        await sql`set statement_timeout = 0`.execute(connection)
        await sql`vacuum analyze`
          .execute(connection)
          .finally(() => sql`reset statement_timeout`.execute(connection))
      })
    },
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async check() {
      await withinTime(2_000, sql`select 1`.execute(db))
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

async function withinTime(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms`)), milliseconds)
  try {
    await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
