import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type { Holder } from './data-lock.ts'
import { openEmbedded } from './embedded.ts'
import type { DatabaseLog, Engine } from './engine.ts'
import { type Listener, Listeners } from './listeners.ts'
import { openPostgres } from './postgres.ts'
import type { Tables } from './tables.ts'

/** The database, or a transaction on it. */
export type Db = Kysely<Tables>

export interface Database {
  db: Db
  /**
   * For uncached public work (`public-lane.ts`): separate connections or, on the embedded database, single statements
   * between others, so that nothing waits long for it.
   */
  publicDb: Db
  engine: 'embedded' | 'postgres'
  /** Notifies every process on this database at once; inside a transaction use `Tx.notifying`. */
  notify: (channel: string, payload: string) => Promise<void>
  /** Calls the listeners of this process only. */
  notifyHere: (channel: string, payload: string) => void
  /** Resolves once it listens, to a function that stops listening. */
  listen: (channel: string, listener: Listener) => Promise<() => void>
  /** For use after loading many rows: the embedded database has no autovacuum to collect statistics. */
  vacuum: () => Promise<void>
  /** Current pool usage; `waiting` counts requests without a connection. */
  connections: () => { inUse: number; idle: number; waiting: number }
  /** Throws when the database does not answer within two seconds. */
  check: () => Promise<void>
  /** The files of the embedded database as a tar. Throws on PostgreSQL; use `pg_dump` there. */
  dump: () => Promise<Blob>
  /**
   * Copies the embedded database to `folder/db`, so that another process can open it. Queries wait meanwhile. Throws
   * on PostgreSQL, which other processes can use directly.
   */
  copyTo: (folder: string) => Promise<void>
  close: () => Promise<void>
}

interface DatabaseOptions {
  log: DatabaseLog
  /** Address of a PostgreSQL server; without it the database is embedded. */
  databaseUrl?: string | undefined
  /** The setting that gave the address, for the text of `WrongSetting`. */
  setting?: string | undefined
  /** The embedded database is its folder `db`. */
  dataDir?: string | undefined
  /** What others are told about this process while it has the folder; a command by default. */
  holder?: Holder | undefined
  /** For tests: an embedded database in memory, empty or a copy of a dump. */
  memory?: Blob | 'empty' | undefined
  /** Connections to PostgreSQL. */
  poolSize?: number | undefined
}

/** Opens PostgreSQL when `databaseUrl` is given, else the embedded database. Does not migrate. Throws `WrongSetting`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log, databaseUrl, dataDir, memory, holder } = options
  const listeners = new Listeners()
  if (memory === undefined && databaseUrl !== undefined) {
    const { poolSize = 10, setting = 'DATABASE_URL' } = options
    return wrap('postgres', await openPostgres({ log, listeners, databaseUrl, poolSize, setting }), listeners)
  }
  if (memory === undefined && dataDir === undefined)
    throw new Error('openDatabase needs databaseUrl, dataDir or memory')
  return wrap('embedded', await openEmbedded({ log, listeners, dataDir, memory, holder }), listeners)
}

function wrap(engine: Database['engine'], started: Engine, listeners: Listeners): Database {
  const { pool, dump, copyTo } = started
  const db = kyselyOn(pool)
  let closing: Promise<void> | undefined
  return {
    db,
    publicDb: kyselyOn(started.publicPool),
    engine,
    dump,
    copyTo,
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(db)
    },
    notifyHere: (channel, payload) => listeners.notify(channel, payload),
    async listen(channel, listener) {
      const stop = listeners.add(channel, listener)
      try {
        await started.listen(channel)
        return stop
      } catch (error) {
        stop()
        throw error
      }
    },
    vacuum: () => db.connection().execute(vacuum),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async check() {
      await withinTime(2_000, sql`select 1`.execute(db))
    },
    close() {
      closing ??= started.close()
      return closing
    },
  }
}

function kyselyOn(pool: PostgresPool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

async function vacuum(connection: Db): Promise<void> {
  await sql`set statement_timeout = 0`.execute(connection)
  await sql`vacuum analyze`
    .execute(connection)
    .finally(() => sql`reset statement_timeout`.execute(connection))
}

async function withinTime(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms`)), milliseconds)
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
