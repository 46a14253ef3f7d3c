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
  /** In JSON, as the next. */
  sequences: string
  /** What plans go by: of `pg_class`. */
  sizes: string
}

/** By engine, what no test file has now. */
const idle: Record<EngineName, Shared[]> = { embedded: [], postgres: [] }
/** An embedded one has the memory of a cluster. */
const MOST_IDLE = 2

/** A migrated, empty database. The files of a process take turns, as `make` takes long: `close` empties it for the next. */
export async function openShared(engine: EngineName, make: () => Promise<Kept>): Promise<Database> {
  const shared = idle[engine].pop() ?? (await made(make))
  return closing(await shared.open(), async () => {
    if (idle[engine].length < MOST_IDLE && (await isEmptied(shared))) idle[engine].push(shared)
    else await shared.remove()
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
    // A transaction that a test left open holds some.
    await sql`set lock_timeout = '5s'`.execute(session)
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
    await sql`select setval(name::regclass, value, called)
      from json_to_recordset(${fresh.sequences}::json) as s (name text, value bigint, called boolean)`.execute(
      session,
    )
    await sql`delete from pg_statistic`.execute(session)
    await sql`update pg_class c set relpages = f.relpages, reltuples = f.reltuples, relallvisible = f.relallvisible
      from json_populate_recordset(null::pg_class, ${fresh.sizes}::json) f
      where c.oid = f.oid and (c.relpages, c.reltuples, c.relallvisible) <> (f.relpages, f.reltuples, f.relallvisible)`.execute(
      session,
    )
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
  const [numbers] = (
    await sql<Pick<Contents, 'sequences' | 'sizes'>>`
      select (select json_agg(json_build_object('name', format('%I.%I', schemaname, sequencename),
          'value', coalesce(last_value, start_value), 'called', last_value is not null))::text
          from pg_sequences) as sequences,
        (select json_agg(json_build_object('oid', oid::text, 'relpages', relpages, 'reltuples', reltuples,
          'relallvisible', relallvisible))::text
          from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')) as sizes`.execute(
      db,
    )
  ).rows
  if (!numbers) throw new Error('No tables')
  return { schema: await schemaOf(db), rows, ...numbers }
}

async function filledTables(db: Db): Promise<{ table: string; isLong: boolean }[]> {
  const { rows } = await sql<{ table: string; isLong: boolean }>`
    select oid::regclass::text as table, pg_total_relation_size(oid) > 5e5 as "isLong" from pg_class
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
