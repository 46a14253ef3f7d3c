import { existsSync } from 'node:fs'
import path from 'node:path'
import { atOneMoment } from '../backup/contents.ts'
import { isMigrated } from '../backup/tables.ts'
import { OperatorError } from '../operator-error.ts'
import type { Config } from '../../config.ts'
import { type Database, type Db, openDatabase } from '../../db/connect.ts'
import { optimizeNoQueries } from '../../db/optimizer.ts'
import { openStore } from '../../files/open-store.ts'
import type { FileStore } from '../../files/store.ts'
import { openLog } from '../../log.ts'
import { shopCall } from '../../shop-call.ts'
import { refuseRoot } from '../../start/data-folder.ts'
import { openOrAsk } from './operator-socket.ts'
import { withRights } from './with-rights.ts'

/** A consistent snapshot of a shop. */
interface ReadableShop {
  tx: Db
  engine: Database['engine']
  files: FileStore
}

/**
 * Runs `work` on a shop, running or not, without blocking it: on PostgreSQL in a transaction; on the embedded
 * database from a copy if another process has it open, else directly. Migrates nothing.
 */
export async function readShop<Result>(
  config: Config,
  work: (shop: ReadableShop) => Promise<Result>,
): Promise<Result> {
  const log = openLog(config.logLevel)
  const { database, release } = await openToRead(config)
  try {
    const files = await openStore(config, log)
    return await withRights(database, undefined, () =>
      atOneMoment(database.db, async (tx) => {
        if (!(await isMigrated(tx))) throw new OperatorError(WITHOUT_TABLES)
        return work({ tx, engine: database.engine, files })
      }),
    )
  } finally {
    await database.close()
    release()
  }
}

const WITHOUT_TABLES = `La base de datos no tiene las tablas de la tienda: corré «${shopCall('migrate')}», o «${shopCall('restore')}» con una copia.`

async function openToRead(config: Config): Promise<{ database: Database; release: () => void }> {
  const { databaseUrl, dataDir } = config
  await refuseRoot(dataDir)
  const log = openLog(config.logLevel)
  const alone = { release: () => {} }
  if (databaseUrl !== undefined)
    return { ...alone, database: await openDatabase({ log, databaseUrl, poolSize: 2 }) }
  // A short read does not repay it.
  optimizeNoQueries()
  if (!existsSync(path.join(dataDir, 'db'))) throw new OperatorError(`No hay ninguna tienda en ${dataDir}.`)
  const reached = await openOrAsk(dataDir, () => openDatabase({ log, dataDir }), { ask: 'snapshot' })
  if ('opened' in reached) return { ...alone, database: reached.opened }
  const { answer, release } = reached
  try {
    return { release, database: await openDatabase({ log, dataDir: answer.folder }) }
  } catch (error) {
    release()
    throw error
  }
}
