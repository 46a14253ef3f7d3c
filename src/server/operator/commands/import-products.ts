import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { OperatorError } from '../operator-error.ts'
import { importProducts as importSheet, type ImportReport } from '../../catalog/import-products.ts'
import { decodeSheet } from '../../catalog/sheet-file.ts'
import { DataDirInUse } from '../../db/data-lock.ts'
import { openShop } from '../../start/open-shop.ts'
import type { Shop } from '../../shop.ts'
import { type Call, type Command, onlyArgument, say } from './command.ts'
import { askRunningShop } from './operator-socket.ts'

const LARGEST_BYTES = 20 * 1024 * 1024

export const importProducts: Command = {
  usage: 'ARCHIVO.csv [--dry-run]',
  help: 'guarda una planilla de productos, entera o nada; --dry-run solo dice qué cambiaría',
  async run(call) {
    const { positionals, values } = parseArgs({
      args: call.args,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    })
    const bytes = await readFile(onlyArgument(positionals, 'el archivo')).catch(
      (error: NodeJS.ErrnoException) => {
        throw new OperatorError(`No se puede leer la planilla (${error.code ?? error.message}).`)
      },
    )
    if (bytes.length > LARGEST_BYTES) throw new OperatorError('La planilla es demasiado grande.')
    const dryRun = values['dry-run']
    return report(await importInto(call, { text: decodeSheet(bytes), dryRun }), dryRun)
  },
}

/** A running shop on the embedded database imports the sheet itself. */
async function importInto(
  { config, root }: Call,
  sheet: { text: string; dryRun: boolean },
): Promise<ImportReport> {
  let shop: Shop
  try {
    shop = await openShop(config, root)
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    const { answer, release } = await askRunningShop(config.dataDir, { ask: 'import products', ...sheet })
    release()
    return answer
  }
  try {
    return await importSheet(shop, sheet)
  } finally {
    await shop.database.close()
  }
}

function report({ problems, problemCount, changes, unchanged }: ImportReport, dryRun: boolean): number {
  for (const { name, id, facts } of changes) {
    say(`${name}${id === null ? '' : ` (ID ${id})`}`)
    for (const fact of facts) say(`  ${fact}`)
  }
  for (const { row, text } of problems) say(`Fila ${row}: ${text}`)
  if (problemCount > problems.length) say(`… y ${problemCount - problems.length} más`)
  if (problemCount > 0) return say(`La planilla tiene ${problemCount} errores: no se guardó nada.`, 1)
  const count = `${changes.length} productos con cambios, ${unchanged} sin cambios`
  return say(dryRun ? `${count}. Era una prueba: no se guardó nada.` : `${count}. Guardado.`)
}
