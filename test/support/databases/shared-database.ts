import { sql } from 'kysely'
import type { Database, Db } from '../../../src/server/db/connect.ts'
import type { EngineName } from '../test-environment.ts'

/** A migrated database of this process. */
export interface Kept {
  /** For one file; its `close` leaves what is in it. */
  open(): Promise<Database>
  remove(): Promise<void>
}

interface Shared extends Kept {
  /** As after the migrations. */
  fresh: Contents
}

interface Contents {
  /** The names of all that a migration can make: a test that makes some leaves the database to nobody. */
  schema: string
  rows: { table: string; columns: string; rows: string }[]
  sequences: { name: string; value: string; called: boolean }[]
}

/** By engine, what no test file has now, and whether one has it. */
const idle = new Map<EngineName, Shared>()
const taken = new Set<EngineName>()

/**
 * A migrated, empty database. The files of a process take turns on one of each engine, as `make` takes half a second and
 * more: `close` empties it for the next. A second one at the same time is a database of its own.
 */
export async function openShared(engine: EngineName, make: () => Promise<Kept>): Promise<Database> {
  if (taken.has(engine)) {
    const own = await make()
    return closing(await own.open(), () => own.remove())
  }
  taken.add(engine)
  const shared = idle.get(engine) ?? (await made(make))
  idle.delete(engine)
  return closing(await shared.open(), async () => {
    if (await isEmptied(shared)) idle.set(engine, shared)
    else await shared.remove()
    taken.delete(engine)
  })
}

function closing(database: Database, end: () => Promise<void>): Database {
  let closed: Promise<void> | undefined
  return { ...database, close: () => (closed ??= database.close().then(end)) }
}

async function made(make: () => Promise<Kept>): Promise<Shared> {
  const kept = await make()
  const database = await kept.open()
  const fresh = await contentsOf(database.db)
  await database.close()
  return { ...kept, fresh }
}

/** False for what cannot be emptied, e.g. as a test ended its thread, or may empty nothing. */
async function isEmptied({ open, fresh }: Shared): Promise<boolean> {
  const database = await open()
  return empty(database, fresh)
    .catch(() => false)
    .finally(() => database.close())
}

/** Whether it is as after the migrations again. */
async function empty({ db, engine }: Database, fresh: Contents): Promise<boolean> {
  if ((await schemaOf(db)) !== fresh.schema) return false
  const filled = await filledTables(db)
  await db.connection().execute(async (session) => {
    await sql`reset all`.execute(session)
    // Without triggers: some tables refuse to forget.
    await sql`set session_replication_role = replica`.execute(session)
    // `truncate` makes new files of a table and each index, which takes longer for a few rows.
    const forget = filled.map(({ table, isLong }) =>
      isLong ? `truncate ${table} cascade;` : `delete from ${table};`,
    )
    await sql.raw(`do $$ begin ${forget.join(' ')} end $$`).execute(session)
    if (filled.length > 0)
      await sql.raw(`vacuum ${filled.map(({ table }) => table).join(', ')}`).execute(session)
    for (const { table, columns, rows } of fresh.rows)
      await sql`insert into ${sql.raw(`${table} (${columns})`)} overriding system value
        select ${sql.raw(columns)} from json_populate_recordset(null::${sql.raw(table)}, ${rows}::json)`.execute(
        session,
      )
    for (const { name, value, called } of fresh.sequences)
      await sql`select setval(${name}::regclass, ${value}::bigint, ${called})`.execute(session)
    await sql`delete from pg_statistic`.execute(session)
    await sql`reset all`.execute(session)
    // The log of changes is in memory too.
    if (engine === 'embedded') await sql`checkpoint`.execute(session)
  })
  return true
}

async function contentsOf(db: Db): Promise<Contents> {
  const rows: Contents['rows'] = []
  for (const { table } of await filledTables(db)) {
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

async function filledTables(db: Db): Promise<{ table: string; isLong: boolean }[]> {
  const { rows } = await sql<{ table: string; isLong: boolean }>`
    select oid::regclass::text as table, pg_relation_size(oid) > 1e6 as "isLong" from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`.execute(db)
  return rows
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
