import { buffer } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { FileStore } from '../../files/store.ts'
import { dumpTable, readSequence, readTables, type SequenceState } from './tables.ts'

/**
 * The contents of a shop, from a database with its files or from a backup. A row is a line of JSON: an array with a
 * text in PostgreSQL's output format, or null, for each column.
 */
export interface Contents {
  /** The moment of the rows, ISO 8601. */
  takenAt: string
  /** Applied migrations, in order. */
  migrations: AppliedMigration[]
  /** Sorted so that each follows the tables it refers to. */
  tables: TableContents[]
  /** Tables whose rows are not included. */
  leftOut: string[]
  /** Read files after rows: a file is written before its row, so none can be missing. */
  files: () => AsyncIterable<FileContents>
}

export interface AppliedMigration {
  name: string
  sha256: string
}

export interface TableContents {
  name: string
  columns: string[]
  /** State of the sequence that numbers new rows; null for a table without one. */
  sequence: SequenceState | null
  /** Lines in batches. */
  rows: () => AsyncIterable<string[]>
}

export interface FileContents {
  key: string
  /** Undefined when the file was removed meanwhile. */
  read: () => Promise<Buffer | undefined>
}

/**
 * Tables whose rows expire and would do harm if they came back, e.g. a session that was ended or a code that was used. After
 * a restore everybody signs in again.
 */
export const TEMPORARY_TABLES = [
  'sessions',
  'session_tokens',
  'verification_codes',
  'mail_links',
  'login_challenges',
  'webauthn_challenges',
  'invitations',
  'throttles',
]

/**
 * Runs `work` on a read-only transaction that sees the database as it is now and blocks no other session. Values are formatted the
 * same way on both engines.
 */
export function atOneMoment<Result>(db: Kysely<Tables>, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await useNeutralFormats(tx)
      return work(tx)
    })
}

/** Fixes how values are formatted, for writing and reading backups, and removes the time limits. */
export async function useNeutralFormats(tx: Db): Promise<void> {
  await sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
    set_config('bytea_output', 'hex', true), set_config('intervalstyle', 'postgres', true),
    set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
}

/** The contents of a database, on a transaction of `atOneMoment`, and of its files. */
export async function contentsOf(tx: Db, files: FileStore, leftOut: string[] = []): Promise<Contents> {
  const tables = (await readTables(tx)).filter(({ name }) => !leftOut.includes(name))
  // Sequences are not transactional. Read after the snapshot, they are at least as high as the rows.
  const sequences = new Map<string, SequenceState | null>()
  for (const table of tables) sequences.set(table.name, await readSequence(tx, table))
  const { rows: migrations } = await sql<AppliedMigration>`
    select name, sha256 from schema_migrations order by name`.execute(tx)
  const { rows: moments } = await sql<{ now: Date }>`select now()`.execute(tx)
  return {
    takenAt: (moments[0]?.now ?? new Date(0)).toISOString(),
    migrations,
    leftOut,
    tables: tables.map((table) => ({
      name: table.name,
      columns: table.columns.map(({ name }) => name),
      sequence: sequences.get(table.name) ?? null,
      rows: () => dumpTable(tx, table),
    })),
    files: () => filesOf(files),
  }
}

async function* filesOf(files: FileStore): AsyncGenerator<FileContents> {
  for await (const { key } of files.walk()) {
    yield {
      key,
      async read() {
        const file = await files.read(key)
        return file && buffer(file.stream)
      },
    }
  }
}
