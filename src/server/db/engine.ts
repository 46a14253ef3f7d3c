import type { PostgresPool } from 'kysely'
import type { Pool } from 'pg'

/** The shape of pino's methods, which is what Fastify's logger is. */
export interface DatabaseLog {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  error: (details: object, message: string) => void
}

/** What an engine provides; everything else is the same on both. */
export interface Engine {
  pool: Pool
  /** For `Database.publicDb`. */
  publicPool: PostgresPool
  /** From now on, also after a reconnection, notifications on this channel reach the `Listeners` given to the engine. */
  listen: (channel: string) => Promise<void>
  dump: () => Promise<Blob>
  copyTo: (folder: string) => Promise<void>
  close: () => Promise<void>
}
