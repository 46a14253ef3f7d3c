import { buffer } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import type { FileStore } from '../files/store.ts'
import { dumpTable, readSequence, readTables, type SequenceState } from './tables.ts'

/**
 * What a shop consists of, wherever it is: a database with its files, or a backup of them. Rows are lines of JSON: an
 * array with one text or null for each column, as PostgreSQL writes the value.
 */
export interface Contents {
  /** ISO 8601: the rows are those of this moment. */
  takenAt: string
  /** By which the tables were made, in order. */
  migrations: AppliedMigration[]
  /** Each after those it refers to. */
  tables: TableContents[]
  /** Tables whose rows were left behind. */
  leftOut: string[]
  /** Read them after the rows: a file is written before the row that names it, so none of those can be missing. */
  files: () => AsyncIterable<FileContents>
}

export interface AppliedMigration {
  name: string
  sha256: string
}

export interface TableContents {
  name: string
  columns: string[]
  /** Where the numbers of new rows go on; null for a table that has none. */
  sequence: SequenceState | null
  /** Some lines at a time. */
  rows: () => AsyncIterable<string[]>
}

export interface FileContents {
  key: string
  /** Undefined when it was removed meanwhile. */
  read: () => Promise<Buffer | undefined>
}

/**
 * What runs out by itself, and would only do harm if it came back: a session that was ended since, a code that was
 * used. After a restore everybody signs in again.
 */
export const PASSING_TABLES = ['sessions', 'session_tokens', 'verification_codes', 'throttles']

/**
 * Runs `work` on a transaction that sees the database as it is now, whatever others do meanwhile; it holds nobody up.
 * Values are written the same way on every engine.
 */
export function atOneMoment<Result>(db: Kysely<Tables>, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await speakNeutrally(tx)
      return work(tx)
    })
}

/** Settings that decide how a value reads as text, for writing it and for reading it again; and all the time it takes. */
export async function speakNeutrally(tx: Db): Promise<void> {
  await sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
    set_config('bytea_output', 'hex', true), set_config('intervalstyle', 'postgres', true),
    set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
}

/** The contents of a database, on a transaction of `atOneMoment`, and of its files. */
export async function contentsOf(tx: Db, files: FileStore, leftOut: string[] = []): Promise<Contents> {
  const tables = (await readTables(tx)).filter(({ name }) => !leftOut.includes(name))
  // Sequences are outside transactions. Asked after the rows were fixed, they are at least as far as those.
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
