import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fillShop } from '../backup/fill-shop.ts'
import { openBackup } from '../backup/read-backup.ts'
import type { Config } from '../../config.ts'
import { inDataFolder } from '../../start/data-folder.ts'
import { type Database, openDatabase } from '../../db/connect.ts'
import { openStore } from '../../files/open-store.ts'
import { openLog } from '../../log.ts'
import { shopCall } from '../../shop-call.ts'
import { giveUpWaiting } from '../../mail/outbox.ts'
import { forgetAgain } from '../forget-person.ts'
import { openSecret } from '../../start/secret.ts'
import { OperatorError } from '../operator-error.ts'
import { seconds, summary } from './backup.ts'
import { checkShop, reportOf } from './check.ts'
import { askSecretKey } from './ask.ts'
import { type Call, type Command, databaseName, onlyArgument, say } from './command.ts'
import { readShop } from './read-shop.ts'
import { withRights } from './with-rights.ts'

export const restore: Command = {
  usage: 'CARPETA | s3://BUCKET/PREFIJO [--key ARCHIVO]',
  help: 'hace de una tienda vacía la de una copia; la de un bucket pide su clave secreta',
  async run(call) {
    const options = { key: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: call.args, options, allowPositionals: true })
    const from = onlyArgument(positionals, 'la carpeta')
    if (!from.startsWith('s3:'))
      return restoreFolder(call, from, `«ls -d ${await placeOf(from)}/*/» las lista`)
    // On demand: the SDK takes time and memory that a restore from a folder need not spend.
    const { fetchBackup } = await import('../backup/off-machine.ts')
    const askKey = () => (values.key === undefined ? askSecretKey() : readFile(values.key, 'utf8'))
    const { folder, remove } = await fetchBackup(call.config, from, { askKey, tell: say })
    return restoreFolder(call, folder, 'una anterior, con su nombre entero').finally(remove)
  },
}

/** Where the backups beside this one are: a folder without a manifest that has folders may be the place of all. */
async function placeOf(folder: string): Promise<string> {
  const whole = path.resolve(folder)
  const entries = await readdir(whole, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return names.some((name) => /^\d{4}-\d\d-\d\dT/.test(name)) ? whole : path.dirname(whole)
}

async function restoreFolder(
  { config, root }: Pick<Call, 'config' | 'root'>,
  folder: string,
  others: string,
): Promise<number> {
  const started = Date.now()
  const { manifest, contents } = await openBackup(folder).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(`${error.message} Elegí otra copia: ${others}.`, { cause: error })
  })
  say(`La copia está entera: ${summary(manifest)}.`)
  const database = await openEmpty(config)
  const log = openLog(config.logLevel)
  try {
    const files = await openStore(config, log)
    const migrations = path.join(root, 'db/migrations')
    // Waiting mail was most likely sent since the backup, so it is only kept to be read.
    const reason = `No se envía: esperaba en la copia del ${manifest.taken_at}`
    const filled = await withRights(database, AGAIN, () =>
      fillShop({ database, files, migrations }, contents, (tx) =>
        giveUpWaiting(tx, { at: new Date(), reason }),
      ),
    )
    say(
      `Restauradas ${filled.rows} filas y ${filled.files} archivos en ${seconds(started)}: ${databaseName(migrated(config))}.`,
    )
    const secret = await openSecret(config)
    const shop = { database, db: database.db, config, secret, files, log, now: () => new Date() }
    await forgetThoseSince(shop, new Date(manifest.taken_at))
  } finally {
    await database.close()
  }
  // As the shop's own role, which may lack rights on what another one restored.
  return say(...reportOf(await readShop(config, ({ tx, files }) => checkShop(tx, files))))
}

/** Removes again who was removed since the backup, and says what is left to do. */
async function forgetThoseSince(shop: Parameters<typeof forgetAgain>[0], takenAt: Date): Promise<void> {
  const list = `${shop.config.dataDir}/forgotten`
  const { forgotten, kept, unreadable } = await forgetAgain(shop, takenAt)
  if (forgotten > 0) say(`Olvidadas otra vez: ${forgotten} personas de ${list}.`)
  if (unreadable > 0)
    say(
      `Direcciones de ${list} que no se pueden reconocer: ${unreadable}, anotadas con otro SHOP_SECRET. Si tenés el de antes, restaurá con ese y después cambialo.`,
    )
  for (const email of kept)
    say(
      `Falta olvidar a ${email}, que es el único dueño: crear otro y correr «${shopCall(`person forget ${email}`)}».`,
    )
}

const AGAIN = 'probá de nuevo con MIGRATE_DATABASE_URL'

/** The database URL of the migrating role, if set. */
function migrated(config: Config): Config {
  return { ...config, databaseUrl: config.migrateDatabaseUrl ?? config.databaseUrl }
}

/**
 * Opens a database to be filled, without migrating it, as the migrating role if set. `setting` names the source of
 * its address or folder in error messages.
 */
export function openEmpty(config: Config, setting?: string): Promise<Database> {
  const { databaseUrl, migrateDatabaseUrl, dataDir } = config
  const log = openLog(config.logLevel)
  if (databaseUrl === undefined)
    return inDataFolder({ dataDir, setting }, () => openDatabase({ log, dataDir }))
  const from = migrateDatabaseUrl === undefined ? 'DATABASE_URL' : 'MIGRATE_DATABASE_URL'
  return inDataFolder({ dataDir }, () =>
    openDatabase({
      log,
      databaseUrl: migrateDatabaseUrl ?? databaseUrl,
      poolSize: 2,
      setting: setting ?? from,
    }),
  )
}
