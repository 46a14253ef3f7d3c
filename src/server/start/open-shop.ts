import path from 'node:path'
import type { Config } from '../config.ts'
import { inDataFolder } from './data-folder.ts'
import { openDatabase } from '../db/connect.ts'
import type { Holder } from '../db/data-lock.ts'
import { migrate } from '../db/migrate.ts'
import { openStore } from '../files/open-store.ts'
import { openLog } from '../log.ts'
import { openSecret } from './secret.ts'
import type { Shop } from '../shop.ts'
import { VERSION } from '../version.ts'

/**
 * Opens database, secret and file store, for the server and the operator's commands, and migrates the tables.
 * Throws `WrongSetting` when something cannot be opened.
 */
export function openShop(config: Config, root: string, opening: Opening = {}): Promise<Shop> {
  return inDataFolder(config, () => openParts(config, root, opening))
}

interface Opening {
  /** The source of the PostgreSQL address, for error messages. */
  setting?: string
  /** What others are told while this process has the data folder; a command by default. */
  holder?: Holder
}

async function openParts(config: Config, root: string, opening: Opening): Promise<Shop> {
  const log = openLog(config.logLevel)
  const { databaseUrl, dataDir } = config
  const database = await openDatabase({ log, databaseUrl, dataDir, ...opening })
  // After the database, so that a wrong setting prints only one line.
  log.info({ version: VERSION, node: process.version, engine: database.engine }, 'the shop opens')
  try {
    const applied = await migrate(database, path.join(root, 'db/migrations'))
    if (applied.length > 0) log.info({ applied }, 'database is up to date')
    return {
      db: database.db,
      database,
      config,
      now: () => new Date(),
      log,
      secret: await openSecret(config),
      files: await openStore(config, log),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
