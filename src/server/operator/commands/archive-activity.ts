import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { LEAST_MONTHS, monthsBefore, readOld } from '../../activity/archive.ts'
import type { Day } from '../../days.ts'
import { syncPath } from '../../files/sync-path.ts'
import { fileReason } from '../../start/startup-errors.ts'
import { OperatorError } from '../operator-error.ts'
import { type Call, type Command, databaseName, onlyArgument, say, UsageError } from './command.ts'
import { onShop } from './on-shop.ts'
import { readShop } from './read-shop.ts'

export const archiveActivity: Command = {
  usage: 'CARPETA --months MESES',
  help: 'pasa a un archivo las entradas del registro de hace más de MESES meses, salvo las de pedidos, precios, lotes y reclamos',
  async run(call) {
    const { positionals, values } = parseArgs({
      args: call.args,
      allowPositionals: true,
      options: { months: { type: 'string' } },
    })
    const before = monthsBefore(new Date(), monthsIn(values.months))
    const name = `activity-before-${before}.jsonl`
    const file = path.join(onlyArgument(positionals, 'la carpeta'), name)
    const { count, sha256 } = await write(call, file, before)
    if (count === 0) return say(`No hay entradas anteriores al ${before} en ${databaseName(call.config)}.`)
    const removed = await onShop(asOwner(call), { ask: 'remove activity', before, file: name, sha256 })
    return say(
      `${removed.count} entradas anteriores al ${before} quedaron en ${file}: guardalo con las copias.`,
    )
  },
}

function monthsIn(typed: string | undefined): number {
  const months = Number(typed)
  if (typed === undefined) throw new UsageError('Falta --months.')
  if (!Number.isInteger(months) || months < LEAST_MONTHS || months > 1200)
    throw new UsageError(`--months es un número entero, de ${LEAST_MONTHS} o más.`)
  return months
}

/** Only the tables' owner may delete rows of the log. */
function asOwner({ config, root }: Call): { config: Call['config']; root: string } {
  return { root, config: { ...config, databaseUrl: config.migrateDatabaseUrl ?? config.databaseUrl } }
}

/**
 * Writes the entries, a line of JSON each, on disk before anything is removed. No file if there are none. A file that is the
 * same already is that of a run that failed afterwards.
 */
async function write(
  { config }: Call,
  file: string,
  before: Day,
): Promise<{ count: number; sha256: string }> {
  const unfinished = `${file}.${process.pid}.unfinished`
  const hash = createHash('sha256')
  let count = 0
  try {
    await readShop(config, async ({ tx }) => {
      // For the owner only, as the log says who did what.
      const handle = await open(unfinished, 'wx', 0o600).catch((error: unknown) => {
        throw new OperatorError(`No se puede escribir en ${file}: ${fileReason(error)}.`)
      })
      try {
        for await (const rows of readOld(tx, before)) {
          const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
          hash.update(lines)
          count += rows.length
          await handle.appendFile(lines)
        }
        await handle.sync()
      } finally {
        await handle.close()
      }
    })
    const sha256 = hash.digest('hex')
    if (count === 0) return { count, sha256 }
    if (existsSync(file) && (await sha256Of(file)) !== sha256)
      throw new OperatorError(`Ya existe ${file}, con otras entradas: movelo, o elegí otra carpeta.`)
    await rename(unfinished, file)
    await syncPath(path.dirname(file))
    return { count, sha256 }
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return hash.digest('hex')
}
