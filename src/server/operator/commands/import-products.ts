import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { OperatorError } from '../operator-error.ts'
import type { ImportReport } from '../../catalog/sheets/import-products.ts'
import { decodeSheet } from '../../catalog/sheets/sheet-file.ts'
import { type Command, databaseName, onlyArgument, say } from './command.ts'
import { onShop } from './on-shop.ts'

const LARGEST_BYTES = 20 * 1024 * 1024

export const importProducts: Command = {
  usage: 'ARCHIVO.csv [--dry-run] [--username USUARIO]',
  help: 'guarda una planilla de productos, entera o nada, en nombre de un administrador; --dry-run solo dice qué cambiaría',
  async run(call) {
    const { positionals, values } = parseArgs({
      args: call.args,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, username: { type: 'string' } },
    })
    const bytes = await readFile(onlyArgument(positionals, 'el archivo')).catch(
      (error: NodeJS.ErrnoException) => {
        throw new OperatorError(`No se puede leer la planilla (${error.code ?? error.message}).`)
      },
    )
    if (bytes.length > LARGEST_BYTES)
      throw new OperatorError('La planilla tiene más de 20 MB: importala en partes.')
    const { 'dry-run': dryRun, username } = values
    const done = await onShop(call, { ask: 'import products', text: decodeSheet(bytes), dryRun, username })
    return report(done, dryRun ? undefined : databaseName(call.config))
  },
}

/** `savedIn` is undefined for a dry run. */
function report(
  { problems, problemCount, changes, unchanged }: ImportReport,
  savedIn: string | undefined,
): number {
  for (const { name, id, facts } of changes) {
    say(`${name}${id === null ? '' : ` (ID ${id})`}`)
    for (const fact of facts) say(`  ${fact}`)
  }
  for (const { row, text } of problems) say(`Fila ${row}: ${text}`)
  if (problemCount > problems.length) say(`… y ${problemCount - problems.length} más`)
  if (problemCount > 0) return say(`La planilla tiene ${problemCount} errores: no se guardó nada.`, 1)
  const count = `${changes.length} productos con cambios, ${unchanged} sin cambios`
  return say(
    savedIn === undefined
      ? `${count}. Era una prueba: no se guardó nada.`
      : `${count}. Guardado en ${savedIn}.`,
  )
}
