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
  /** Starts passing notifications on this channel to the `Listeners` of the engine, also after a reconnection. */
  listen: (channel: string) => Promise<void>
  dump: () => Promise<Blob>
  copyTo: (folder: string) => Promise<void>
  close: () => Promise<void>
}
