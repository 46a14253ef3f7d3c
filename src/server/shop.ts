import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database, Db } from './db/connect.ts'
import type { FileStore } from './files/store.ts'

/** The only bundle that is passed around: what a verb may need of the outside world. */
export interface Shop {
  /** Queries run here, or on the transaction that a verb opened. */
  db: Db
  database: Database
  config: Config
  /** The only clock. Tests and the demo give their own. */
  now: () => Date
  log: FastifyBaseLogger
  /** Key of every HMAC: codes, signed addresses. Never in the database. */
  secret: Buffer
  files: FileStore
}
