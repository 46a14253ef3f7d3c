import { type Kysely, sql } from 'kysely'
import { protectAppendOnly } from '../../db/append-only.ts'
import type { Database, Db } from '../../db/connect.ts'
import { migrate, migrationFiles } from '../../db/migrate.ts'
import type { Tables } from '../../db/tables.ts'
import type { FileStore } from '../../files/store.ts'
import { type AppliedMigration, type Contents, useNeutralFormats } from './contents.ts'
import { OperatorError } from '../operator-error.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import { insertRows, isMigrated, readTables, setSequence, type TableFacts, tablesWithRows } from './tables.ts'

export interface Target {
  database: Database
  /** Undefined when the files exist already. */
  files: FileStore | undefined
  /** The folder with this version's migrations. */
  migrations: string
}

export interface Filled {
  rows: number
  files: number
}

/**
 * Fills an empty shop: migrates the tables to the version of the rows, fills them in one transaction that also writes
 * the files, then migrates to this version. After a failure the shop is still empty, so it can be retried. `finish`
 * runs at the end of the transaction. Throws `OperatorError`.
 */
export async function fillShop(
  { database, files, migrations }: Target,
  contents: Contents,
  finish: (tx: Db) => Promise<void> = async () => {},
): Promise<Filled> {
  refuseNewer(contents.migrations, migrationFiles(migrations))
  await refuseUnfit(database.db, contents.migrations)
  await migrate(database, migrations, contents.migrations.at(-1)?.name)
  const filled = await database.db.transaction().execute(async (tx) => {
    await useNeutralFormats(tx)
    const tables = await lockEmpty(tx)
    const rows = await insertAll(tx, tables, contents)
    const count = files ? await writeFiles(files, contents) : 0
    await finish(tx)
    return { rows, files: count }
  })
  await migrate(database, migrations)
  await protectAppendOnly(database.db)
  await database.vacuum()
  return filled
}

/** Refuses contents with migrations that are unknown or differ from this version's. */
function refuseNewer(applied: AppliedMigration[], ours: AppliedMigration[]): void {
  for (const [place, { name, sha256 }] of applied.entries()) {
    if (ours[place]?.name === name && ours[place].sha256 === sha256) continue
    throw new OperatorError(
      `La copia es de otra versión de la tienda (migración ${name}): restaurala con esa versión o una más nueva.`,
    )
  }
}

/** Refuses a database that has rows, tables of another program, or newer tables than the contents. */
async function refuseUnfit(db: Kysely<Tables>, wanted: AppliedMigration[]): Promise<void> {
  const tables = await readTables(db)
  const filled = await tablesWithRows(db, tables)
  if (filled.length > 0) throw notEmpty(filled)
  if (!(await isMigrated(db))) {
    if (tables.length === 0) return
    throw new OperatorError('La base de datos tiene tablas de otro programa: usá una base nueva.')
  }
  const applied = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  const newer = applied.rows.find(({ name }) => !wanted.some((migration) => migration.name === name))
  if (newer)
    throw new OperatorError(
      `Las tablas ya son más nuevas que la copia (migración ${newer.name}): usá una base nueva, sin tablas.`,
    )
}

/** Locks the tables against other writers, such as a starting shop, until the transaction ends. */
async function lockEmpty(tx: Db): Promise<TableFacts[]> {
  const tables = await readTables(tx)
  const names = tables.map(({ name }) => sql.table(name))
  await sql`lock table ${sql.join(names)} in share row exclusive mode`.execute(tx)
  const filled = await tablesWithRows(tx, tables)
  if (filled.length > 0) throw notEmpty(filled)
  return tables
}

function notEmpty(tables: string[]): OperatorError {
  return new OperatorError(
    `La tienda de destino no está vacía (tiene filas en ${tables.slice(0, 3).join(', ')}${tables.length > 3 ? '…' : ''}): no se cambió nada. Usá una base nueva, o en la de siempre apartá con mv las carpetas db y media de DATA_DIR, y repetí.`,
  )
}

async function insertAll(tx: Db, tables: TableFacts[], contents: Contents): Promise<number> {
  const given = new Map(contents.tables.map((table) => [table.name, table]))
  const unknown = [...given.keys()].filter((name) => !tables.some((table) => table.name === name))
  const missing = tables.filter(({ name }) => !given.has(name) && !contents.leftOut.includes(name))
  if (unknown.length + missing.length > 0)
    throw new OperatorError(
      `La copia no tiene las mismas tablas: ${[...unknown, ...missing.map(({ name }) => name)].join(', ')}`,
    )
  let count = 0
  for (const table of tables) {
    const source = given.get(table.name)
    if (!source) continue
    for await (const lines of source.rows()) {
      await insertRows(tx, table, source.columns, lines)
      count += lines.length
    }
    if (source.sequence) await setSequence(tx, table, source.sequence)
  }
  return count
}

async function writeFiles(files: FileStore, contents: Contents): Promise<number> {
  let count = 0
  await forEachConcurrently(contents.files(), async ({ key, read }) => {
    const bytes = await read()
    if (!bytes) return
    await files.write(key, bytes)
    count += 1
  })
  return count
}
