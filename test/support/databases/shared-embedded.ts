import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { type Database, type Db, openDatabase } from '../../../src/server/db/connect.ts'
import type { DatabaseLog } from '../../../src/server/db/engine.ts'

interface Shared {
  database: Database
  /** As after the migrations. */
  fresh: Contents
}

interface Contents {
  /** The names of all that a migration can make: a test that makes some leaves the database to nobody. */
  schema: string
  rows: { table: string; columns: string; rows: string }[]
  sequences: { name: string; value: string; called: boolean }[]
}

/** Of this process; undefined while a test file has it. */
let idle: Promise<Shared> | undefined
let isTaken = false

/**
 * A migrated, empty embedded database in memory. The files of a process take turns on one, as a start takes more than a
 * second: `close` empties it for the next. A second one at the same time is a database of its own.
 */
export async function openEmbeddedForTest(log: DatabaseLog): Promise<Database> {
  if (isTaken) return start(log)
  isTaken = true
  idle ??= start(log).then(async (database) => ({ database, fresh: await contentsOf(database.db) }))
  const taken = idle
  idle = undefined
  const shared = await taken
  let closing: Promise<void> | undefined
  return { ...shared.database, close: () => (closing ??= giveBack(shared)) }
}

async function start(log: DatabaseLog): Promise<Database> {
  return openDatabase({ log, memory: new Blob([await readFile(inject('embeddedDump'))]) })
}

/** What cannot be emptied, e.g. as a test ended its thread, is closed, and the next file starts another. */
async function giveBack(shared: Shared): Promise<void> {
  const isFresh = await empty(shared).catch(() => false)
  if (isFresh) idle = Promise.resolve(shared)
  else await shared.database.close()
  isTaken = false
}

/** Whether it is as after the migrations again. */
async function empty({ database: { db }, fresh }: Shared): Promise<boolean> {
  if ((await schemaOf(db)) !== fresh.schema) return false
  const filled = await filledTables(db)
  await db.connection().execute(async (session) => {
    await sql`reset all`.execute(session)
    // Without triggers: some tables refuse to forget.
    await sql`set session_replication_role = replica`.execute(session)
    if (filled.length > 0) await sql.raw(`truncate ${filled.join(', ')} cascade`).execute(session)
    for (const { table, columns, rows } of fresh.rows)
      await sql`insert into ${sql.raw(`${table} (${columns})`)} overriding system value
        select ${sql.raw(columns)} from json_populate_recordset(null::${sql.raw(table)}, ${rows}::json)`.execute(
        session,
      )
    for (const { name, value, called } of fresh.sequences)
      await sql`select setval(${name}::regclass, ${value}::bigint, ${called})`.execute(session)
    await sql`delete from pg_statistic`.execute(session)
    await sql`reset session_replication_role`.execute(session)
    // The log of changes is in memory too.
    await sql`checkpoint`.execute(session)
  })
  return true
}

async function contentsOf(db: Db): Promise<Contents> {
  const rows: Contents['rows'] = []
  for (const table of await filledTables(db)) {
    const [found] = (
      await sql<{ columns: string; rows: string }>`
        select (select string_agg(quote_ident(attname), ', ') from pg_attribute
          where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns,
          (select json_agg(t)::text from ${sql.raw(table)} t) as rows`.execute(db)
    ).rows
    if (found) rows.push({ table, ...found })
  }
  const sequences = await sql<Contents['sequences'][number]>`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
      last_value is not null as called
    from pg_sequences`.execute(db)
  return { schema: await schemaOf(db), rows, sequences: sequences.rows }
}

async function filledTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select oid::regclass::text as table from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`.execute(db)
  return rows.map(({ table }) => table)
}

async function schemaOf(db: Db): Promise<string> {
  const { rows } = await sql<{ schema: string }>`
    select concat(
      (select string_agg(oid::text, ' ' order by oid) from pg_class
        where relnamespace = 'public'::regnamespace),
      ' ', (select string_agg(concat(oid, tgenabled), ' ' order by oid) from pg_trigger),
      ' ', (select string_agg(oid::text, ' ' order by oid) from pg_constraint),
      ' ', (select string_agg(concat(oid, md5(prosrc)), ' ' order by oid) from pg_proc
        where pronamespace = 'public'::regnamespace),
      ' ', (select string_agg(concat(attrelid, attname, atttypid, attnotnull, atthasdef), ' ' order by attrelid, attnum)
        from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace),
      ' ', (select string_agg(rolname, ' ' order by rolname) from pg_roles)) as schema`.execute(db)
  return rows[0]?.schema ?? ''
}
