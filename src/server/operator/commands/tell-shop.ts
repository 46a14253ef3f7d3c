import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../db/connect.ts'
import { openLog } from '../../log.ts'
import { refuseRoot } from '../../start/data-folder.ts'
import { OperatorError } from '../operator-error.ts'
import { openOrAsk } from './operator-socket.ts'
import { NOTES } from './verbs.ts'

/** Notes something about backups in the database, of a running shop or a stopped one. Migrates nothing. */
export async function tellShop(config: Config, ask: keyof typeof NOTES): Promise<void> {
  const { databaseUrl, dataDir } = config
  const log = openLog(config.logLevel)
  await refuseRoot(dataDir)
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'db')))
    throw new OperatorError(`No hay ninguna tienda en ${dataDir}.`)
  const open = () => openDatabase({ log, databaseUrl, dataDir, poolSize: 1 })
  const reached = await openOrAsk(dataDir, open, { ask })
  if ('answer' in reached) return reached.release()
  const { opened: database } = reached
  await NOTES[ask]({ db: database.db, database, config, now: () => new Date() }).finally(() =>
    database.close(),
  )
}
