import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { atOneMoment, contentsOf } from '../backup/contents.ts'
import { fillShop } from '../backup/fill-shop.ts'
import { OperatorError } from '../operator-error.ts'
import type { Config } from '../../config.ts'
import { type Database, type Db, openDatabase } from '../../db/connect.ts'
import { openStore } from '../../files/open-store.ts'
import { openLog } from '../../log.ts'
import { askSecret } from './ask.ts'
import { seconds } from './backup.ts'
import { checkShop, reportOf } from './check.ts'
import { type Command, databaseName, say, UsageError } from './command.ts'
import { openEmpty } from './restore.ts'
import { withRights } from './with-rights.ts'

export const move: Command = {
  usage: '--to CARPETA | --to postgres://… | --to -',
  help: 'lleva una tienda cerrada a otra base vacía; con - pide la dirección; la de antes queda como está',
  async run({ config, root, args }) {
    const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
    if (!values.to) throw new UsageError('Falta --to.')
    const target = targetOf(config, await placeIn(values.to))
    const started = Date.now()
    const from = await openStopped(config)
    try {
      const to = await openEmpty(target, '--to')
      try {
        const log = openLog(config.logLevel)
        const files = await openStore(target, log)
        // Same folder or bucket, so the files exist already.
        const stay = config.s3 !== undefined || target.dataDir === config.dataDir
        const filled = await atOneMoment(from.db, async (tx) =>
          withRights(to, 'probá de nuevo con --to', async () =>
            fillShop(
              { database: to, files: stay ? undefined : files, migrations: path.join(root, 'db/migrations') },
              await contentsOf(tx, await openStore(config, log)),
            ),
          ),
        )
        say(
          `Llevadas ${filled.rows} filas y ${filled.files} archivos en ${seconds(started)}: ${databaseName(target)}.`,
        )
        say(target.databaseUrl === undefined ? TO_EMBEDDED(target.dataDir) : TO_POSTGRES(config))
        return say(...reportOf(await atOneMoment(to.db, (tx) => checkShop(tx, files))))
      } finally {
        await to.close()
      }
    } finally {
      await from.close()
    }
  },
}

const TO_EMBEDDED = (dataDir: string) =>
  `Desde ahora la tienda arranca con DATA_DIR=${dataDir} y sin DATABASE_URL.`
const TO_POSTGRES = ({ dataDir }: Config) =>
  `Desde ahora la tienda arranca con DATABASE_URL (con deploy/roles.sql, del usuario surbrote_app), con el mismo DATA_DIR y con SHOP_SECRET (el de antes está en ${path.join(dataDir, 'secret')}).`

/** Everybody on the machine reads the arguments of a process, so an address with a password is asked for. */
async function placeIn(to: string): Promise<string> {
  if (to === '-') return askSecret('Dirección de la base (postgres://…)', 'Falta la dirección de la base.')
  if (isAddress(to) && hasPassword(to))
    throw new OperatorError(
      'Una contraseña en la línea de comandos la puede leer cualquiera con «ps»: corré «move --to -» y pegá ahí la dirección.',
    )
  return to
}

function isAddress(to: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(to)
}

function hasPassword(address: string): boolean {
  // `pg` also reads it from the query.
  return /^\w+:\/\/[^/?#]*:[^/?#]*@|[?&]password=/i.test(address)
}

/** The same settings with the other database. */
function targetOf(config: Config, to: string): Config {
  const isUrl = isAddress(to)
  const dataDir = path.resolve(to)
  if (isUrl ? config.databaseUrl === to : config.databaseUrl === undefined && dataDir === config.dataDir)
    throw new OperatorError('La tienda ya está ahí.')
  // The migrating role belongs to the old server.
  if (isUrl) return { ...config, databaseUrl: to, migrateDatabaseUrl: undefined }
  return { ...config, databaseUrl: undefined, migrateDatabaseUrl: undefined, dataDir }
}

/** Refuses a running shop, as its later sales would be lost. */
async function openStopped(config: Config): Promise<Database> {
  const { databaseUrl, dataDir } = config
  const log = openLog(config.logLevel)
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'db')))
    throw new OperatorError(`No hay ninguna tienda en ${dataDir}.`)
  const database = await openDatabase({ log, databaseUrl, dataDir, poolSize: 1 })
  try {
    if (databaseUrl !== undefined) await refuseRunning(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function refuseRunning({ db }: Database): Promise<void> {
  let others = await otherConnections(db)
  // PostgreSQL still counts a connection for a moment after it was closed.
  for (let waits = 0; others > 0 && waits < 20; waits += 1) {
    await sleep(100)
    others = await otherConnections(db)
  }
  if (others > 0)
    throw new OperatorError(
      `Hay ${others} conexiones más a la base: cerrá la tienda antes de mudarla, o lo que venda mientras tanto se pierde.`,
    )
}

async function otherConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and coalesce(backend_type, 'client backend') = 'client backend'`.execute(
    db,
  )
  return rows[0]?.others ?? 0
}
