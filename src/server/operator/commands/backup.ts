import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { contentsOf, TEMPORARY_TABLES } from '../backup/contents.ts'
import type { Manifest } from '../backup/folder.ts'
import type { OffMachine } from '../backup/off-machine.ts'
import { makeTemporary } from '../backup/temporary.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { VERSION } from '../../version.ts'
import { type Command, databaseName, onlyArgument, say, UsageError } from './command.ts'
import type { Config } from '../../config.ts'
import { readShop } from './read-shop.ts'
import { tellShop } from './tell-shop.ts'

/**
 * Into a folder; off the machine with `--to`; with `--daily` the first folder of each day is also sent to `BACKUP_TO`. The folder comes
 * first: what is wrong with the other place must not cost the backup on this machine.
 */
export const backup: Command = {
  usage: '[CARPETA [--daily]] [--to s3://BUCKET/PREFIJO]',
  help: 'copia base y archivos a una carpeta nueva o, cifrados, a un bucket; con la tienda abierta o cerrada',
  async run({ config, args }) {
    const options = { to: { type: 'string' }, daily: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length === 0) {
      const to = values.to ?? config.backup.to
      if (to === undefined || values.daily)
        throw new UsageError('Falta la carpeta, o --to s3://BUCKET/PREFIJO.')
      return backUpOffMachine(config, to)
    }
    const folder = onlyArgument(positionals, 'la carpeta')
    const manifest = await backUpInto(config, folder)
    const to = values.to ?? (values.daily ? config.backup.to : undefined)
    if (to === undefined) return 0
    const place = await openPlace(config, to)
    if (values.daily && (await place.hasOneOf(manifest.taken_at)))
      return say(`En ${to} ya está la copia de hoy.`)
    return send(config, place, folder, manifest)
  },
}

async function backUpInto(config: Config, folder: string): Promise<Manifest> {
  const started = Date.now()
  const manifest = await write(config, folder)
  await noteInShop(config)
  say(
    `Copia lista en ${path.resolve(folder)}: ${summary(manifest)}, en ${seconds(started)}; de ${databaseName(config)}.`,
  )
  return manifest
}

async function backUpOffMachine(config: Config, to: string): Promise<number> {
  const place = await openPlace(config, to)
  const temporary = await makeTemporary(config.dataDir)
  try {
    const folder = path.join(temporary, 'copia')
    return await send(config, place, folder, await write(config, folder))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function send(config: Config, place: OffMachine, folder: string, manifest: Manifest): Promise<number> {
  const started = Date.now()
  const { at, bytes } = await place.send(folder, manifest)
  await noteInShop(config)
  say(
    `Copia cifrada en ${at}: ${summary(manifest)}; ${Math.ceil(bytes / 1024 ** 2)} MB mandados en ${seconds(started)}.`,
  )
  const removed = await place.removeOld()
  return removed === 0 ? 0 : say(`Borradas ${removed} de hace más de ${config.backup.keepDays} días.`)
}

function write(config: Config, folder: string): Promise<Manifest> {
  return readShop(config, async ({ tx, files, engine }) =>
    writeBackup(await contentsOf(tx, files, TEMPORARY_TABLES), folder, { shop: VERSION, engine }),
  )
}

/** On demand: the SDK takes time and memory that a backup into a folder need not spend. */
async function openPlace(config: Config, to: string): Promise<OffMachine> {
  const { openOffMachine } = await import('../backup/off-machine.ts')
  return openOffMachine(config, to)
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

/** Notes the time of the backup for metrics and panel. */
async function noteInShop(config: Config): Promise<void> {
  await tellShop(config, 'note backup').catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`La copia está hecha, pero la tienda no lo sabe: ${why}\n`)
  })
}
