import { type Kysely, sql } from 'kysely'
import type { Database, Db } from '../db/connect.ts'
import { migrate, migrationFiles } from '../db/migrate.ts'
import type { Tables } from '../db/tables.ts'
import type { FileStore } from '../files/store.ts'
import { type AppliedMigration, type Contents, speakNeutrally } from './contents.ts'
import { Refused } from '../refused.ts'
import { forEachOf } from './several-at-once.ts'
import { insertRows, readTables, setSequence, type TableFacts, tablesWithRows } from './tables.ts'

export interface Target {
  database: Database
  /** Undefined: the files stay where they are. */
  files: FileStore | undefined
  /** The folder with the migrations of this shop. */
  migrations: string
}

export interface Filled {
  rows: number
  files: number
}

/**
 * Makes an empty shop one with these contents. The tables are made as they were when the rows were written, filled in
 * one transaction with the files before its end, and then brought up to date: whatever stops it leaves a shop that is
 * still empty, into which it can be done again. `finish` is part of that transaction. Throws `Refused`.
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
    await speakNeutrally(tx)
    const tables = await lockEmpty(tx)
    const rows = await insertAll(tx, tables, contents)
    const count = files ? await writeFiles(files, contents) : 0
    await finish(tx)
    return { rows, files: count }
  })
  await migrate(database, migrations)
  await database.vacuum()
  return filled
}

/** Steps that this shop does not have, or has otherwise: the rows may mean what it cannot know. */
function refuseNewer(applied: AppliedMigration[], ours: AppliedMigration[]): void {
  for (const [place, { name, sha256 }] of applied.entries()) {
    if (ours[place]?.name === name && ours[place].sha256 === sha256) continue
    throw new Refused(
      `La copia es de otra versión de la tienda (migración ${name}): restaurala con esa versión o una más nueva.`,
    )
  }
}

/** Tables of another program, or already newer than the rows. */
async function refuseUnfit(db: Kysely<Tables>, wanted: AppliedMigration[]): Promise<void> {
  const tables = await readTables(db)
  const filled = await tablesWithRows(db, tables)
  if (filled.length > 0) throw notEmpty(filled)
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('public.schema_migrations') is not null as known`.execute(db)
  if (!rows[0]?.known) {
    if (tables.length === 0) return
    throw new Refused('La base de datos tiene tablas de otro programa: usá una base nueva.')
  }
  const applied = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  const newer = applied.rows.find(({ name }) => !wanted.some((migration) => migration.name === name))
  if (newer)
    throw new Refused(
      `Las tablas ya son más nuevas que la copia (migración ${newer.name}): usá una base nueva, sin tablas.`,
    )
}

/** Nobody else, a shop that is just starting say, writes a row until the end of the transaction. */
async function lockEmpty(tx: Db): Promise<TableFacts[]> {
  const tables = await readTables(tx)
  const names = tables.map(({ name }) => sql.table(name))
  await sql`lock table ${sql.join(names)} in share row exclusive mode`.execute(tx)
  const filled = await tablesWithRows(tx, tables)
  if (filled.length > 0) throw notEmpty(filled)
  return tables
}

function notEmpty(tables: string[]): Refused {
  return new Refused(
    `La tienda de destino no está vacía (tiene filas en ${tables.join(', ')}): no se cambió nada.`,
  )
}

async function insertAll(tx: Db, tables: TableFacts[], contents: Contents): Promise<number> {
  const given = new Map(contents.tables.map((table) => [table.name, table]))
  const unknown = [...given.keys()].filter((name) => !tables.some((table) => table.name === name))
  const missing = tables.filter(({ name }) => !given.has(name) && !contents.leftOut.includes(name))
  if (unknown.length + missing.length > 0)
    throw new Refused(
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
  await forEachOf(contents.files(), async ({ key, read }) => {
    const bytes = await read()
    if (!bytes) return
    await files.write(key, bytes)
    count += 1
  })
  return count
}
