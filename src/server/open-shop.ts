import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import { openDatabase } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { openStore } from './files/open-store.ts'
import { openLog } from './log.ts'
import { openSecret } from './secret.ts'
import type { Shop } from './shop.ts'

/** Opens everything a shop stands on, with its tables up to date: for the server and for the operator's commands. */
export async function openShop(config: Config, root: string): Promise<Shop> {
  // Whoever can read it can read hashes, codes and orders: the folder is the shop's alone.
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await chmod(config.dataDir, 0o700)
  const log = openLog(config.logLevel)
  const database = await openDatabase({ log, databaseUrl: config.databaseUrl, dataDir: config.dataDir })
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
