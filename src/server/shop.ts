import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database, Db } from './db/connect.ts'
import type { FileStore } from './files/store.ts'

/** Dependencies of the verbs; the only bundle that is passed around. */
export interface Shop {
  /** For queries outside of a transaction. */
  db: Db
  database: Database
  config: Config
  /** The only clock. Tests and the demo replace it. */
  now: () => Date
  log: FastifyBaseLogger
  /** The key of every HMAC (codes, signed URLs). Not in the database. */
  secret: Buffer
  files: FileStore
}
