import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database, Db } from './connect.ts'
import { MigrationRefused } from './migration-refused.ts'
import { isForbidden, whyForbidden } from './rights.ts'
import { shopCall } from '../shop-call.ts'
import { VERSION } from '../version.ts'

/** An arbitrary number, the same in every process of the shop. */
const MIGRATION_LOCK = 7_305_120_981

/**
 * Applies the migrations that are missing, up to `upTo`; returns their file names. Throws `MigrationRefused`.
 *
 * Several processes may start at once. Each step takes the lock inside its own transaction and reads again what is applied:
 * a session lock would outlive a killed process behind a connection pooler, and a check before the lock would let two
 * processes apply the same step. With nothing to apply it only reads, so that a role without the right to change tables can
 * run the shop.
 */
export async function migrate(
  database: Pick<Database, 'db'>,
  folder: string,
  upTo?: string,
): Promise<string[]> {
  const files = readMigrations(folder).filter(({ name }) => upTo === undefined || name <= upTo)
  const applied: string[] = []
  try {
    if ((await pendingMigrations(database, folder)).length === 0) return applied
    for (;;) {
      const name = await database.db.transaction().execute((tx) => applyNext(tx, files))
      if (name === undefined) return applied
      applied.push(name)
    }
  } catch (error) {
    if (isForbidden(error))
      throw new MigrationRefused(await whyForbidden(database.db, MIGRATE), { cause: error })
    throw error
  }
}

const MIGRATE = `corré «${shopCall('migrate')}» con MIGRATE_DATABASE_URL`

/** The files not applied yet; throws `MigrationRefused` when database and files do not belong together. */
export async function pendingMigrations(database: Pick<Database, 'db'>, folder: string): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists`.execute(database.db)
  return findPending(readMigrations(folder), rows[0]?.exists ? await listApplied(database.db) : []).map(
    ({ name }) => name,
  )
}

export function migrationFiles(folder: string): { name: string; sha256: string }[] {
  return readMigrations(folder).map(({ name, sha256 }) => ({ name, sha256 }))
}

interface Migration {
  name: string
  text: string
  sha256: string
  /**
   * From its line `-- Runs beside: 0.2.0`: the oldest version that works with its tables; null if no older one does.
   */
  beside: string | null
}

/** A row of `schema_migrations`. */
type Applied = Omit<Migration, 'text'>

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name) => {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
      throw new MigrationRefused(`La migración ${name} no se llama como 0001_nombre.sql.`)
    }
    const text = readFileSync(join(folder, name), 'utf8')
    const [, beside = null] = /^-- Runs beside: (\d+\.\d+\.\d+)$/m.exec(text) ?? []
    return { name, text, sha256: createHash('sha256').update(text).digest('hex'), beside }
  })
}

async function applyNext(tx: Db, files: Migration[]): Promise<string | undefined> {
  // The limits of requests (see postgres.ts) would end the wait for another process' migration.
  await sql`set local lock_timeout = '5min'`.execute(tx)
  await sql`set local statement_timeout = '15min'`.execute(tx)
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
  await sql`create table if not exists schema_migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`.execute(tx)
  await sql`alter table schema_migrations add column if not exists beside text`.execute(tx)

  const [next] = findPending(files, await listApplied(tx))
  if (!next) return undefined
  await sql.raw(next.text).execute(tx)
  await sql`insert into schema_migrations (name, sha256, beside) values (${next.name}, ${next.sha256}, ${next.beside})`.execute(
    tx,
  )
  return next.name
}

async function listApplied(db: Db): Promise<Applied[]> {
  // Older versions created the table without `beside`.
  const { rows } = await sql<Applied>`
    select name, sha256, to_jsonb(s) ->> 'beside' as beside from schema_migrations s order by name`.execute(
    db,
  )
  return rows
}

function findPending(files: Migration[], applied: Applied[]): Migration[] {
  for (const { name, sha256, beside } of applied) {
    const file = files.find((migration) => migration.name === name)
    if (!file && beside !== null && !isOlder(VERSION, beside)) continue
    if (!file) {
      throw new MigrationRefused(
        `La base de datos es de una versión más nueva de la tienda: tiene la migración ${name}.`,
      )
    }
    if (file.sha256 !== sha256) {
      throw new MigrationRefused(
        `La migración ${name} cambió después de aplicarse: restaurá el archivo y agregá otra.`,
      )
    }
  }
  const newest =
    applied
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? ''
  const pending = files.filter(({ name }) => !applied.some((done) => done.name === name))
  const late = pending.find(({ name }) => name < newest)
  if (late) {
    throw new MigrationRefused(
      `La migración ${late.name} llegó tarde: ya se aplicó ${newest}, dale un número mayor.`,
    )
  }
  return pending
}

/** Compares versions such as '0.10.2'. */
function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}
