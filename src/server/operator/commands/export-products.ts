import { open, rename, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { exportProducts as pagesOf } from '../../catalog/sheets/import-products.ts'
import { OperatorError } from '../operator-error.ts'
import { fileReason } from '../../start/startup-errors.ts'
import { type Command, databaseName, onlyArgument, say } from './command.ts'
import { readShop } from './read-shop.ts'

export const exportProducts: Command = {
  usage: 'ARCHIVO.csv',
  help: 'escribe los productos como planilla',
  async run({ config, args }) {
    const file = onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'el archivo')
    const unfinished = `${file}.${process.pid}.unfinished`
    // For the owner only: it has prices, which visitors do not see.
    const handle = await open(unfinished, 'wx', 0o600).catch((error: unknown) => {
      throw new OperatorError(
        `No se puede escribir la planilla en ${file}: ${fileReason(error)}. Elegí otra carpeta, como /tmp.`,
      )
    })
    await readShop(config, async ({ tx }) => {
      for await (const part of pagesOf(tx)) await handle.appendFile(part)
    })
      .finally(() => handle.close())
      .then(() => rename(unfinished, file))
      .catch(async (error: unknown) => {
        await rm(unfinished, { force: true }).catch(() => {})
        throw error
      })
    return say(`Planilla lista en ${file}, de ${databaseName(config)}.`)
  },
}
