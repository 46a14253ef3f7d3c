import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { contentsOf, TEMPORARY_TABLES } from '../backup/contents.ts'
import type { Manifest } from '../backup/folder.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { VERSION } from '../../version.ts'
import { type Command, databaseName, onlyArgument, say } from './command.ts'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../db/connect.ts'
import { openLog } from '../../log.ts'
import { noteBackup } from '../../settings/settings.ts'
import { askRunningShop } from './operator-socket.ts'
import { readShop } from './read-shop.ts'

export const backup: Command = {
  usage: 'CARPETA',
  help: 'copia base y archivos a una carpeta nueva, con la tienda abierta o cerrada',
  async run({ config, args }) {
    const folder = onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'la carpeta')
    const started = Date.now()
    const manifest = await readShop(config, async ({ tx, files, engine }) =>
      writeBackup(await contentsOf(tx, files, TEMPORARY_TABLES), folder, {
        shop: VERSION,
        engine,
      }),
    )
    await tellShop(config)
    return say(
      `Copia lista en ${path.resolve(folder)}: ${summary(manifest)}, en ${seconds(started)}; de ${databaseName(config)}.`,
    )
  },
}

/** E.g. '16 tablas con 51234 filas y 312 archivos (12 MB), del 2026-11-21T22:00:00.000Z' */
export function summary({ tables, files, taken_at }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = Math.ceil(files.bytes / 1024 ** 2)
  return `${tables.length} tablas con ${rows} filas y ${files.count} archivos (${megabytes} MB), del ${taken_at}`
}

export function seconds(started: number): string {
  return `${((Date.now() - started) / 1_000).toFixed(1)} s`
}

/** Notes the time of the backup for metrics and panel, except in a stopped shop on the embedded database. */
async function tellShop(config: Config): Promise<void> {
  const { databaseUrl, dataDir } = config
  try {
    if (databaseUrl === undefined) {
      if (!existsSync(path.join(dataDir, 'operator.sock'))) return
      const { release } = await askRunningShop(dataDir, { ask: 'note backup' })
      return release()
    }
    const database = await openDatabase({ log: openLog(config.logLevel), databaseUrl, poolSize: 1 })
    await noteBackup(database.db, new Date()).finally(() => database.close())
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`La copia está hecha, pero la tienda no lo sabe: ${why}\n`)
  }
}
