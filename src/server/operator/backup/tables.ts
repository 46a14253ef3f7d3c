import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A table as described by the database catalogue. This file knows no table of the shop. */
export interface TableFacts {
  name: string
  columns: { name: string; type: string }[]
  /** Columns of the primary key. */
  key: string[]
  /** Tables that its foreign keys refer to. */
  references: string[]
  /** The sequence that numbers its rows; null for a table without one. */
  sequence: string | null
}

export interface SequenceState {
  /** A string, as it can exceed JavaScript's numbers. */
  lastValue: string
  isCalled: boolean
}

/** Rows in a batch; the longest have some kilobytes. */
const BATCH = 1_000

/** All tables of the shop, each after those it refers to. */
export async function readTables(db: Db): Promise<TableFacts[]> {
  const { rows } = await sql<TableFacts>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(a.attname order by k.place)
        from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '[]') as key,
      coalesce((select json_agg(distinct other.relname)
        from pg_constraint f join pg_class other on other.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as "references",
      (select pg_get_serial_sequence(quote_ident(c.relname), a.attname)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and a.attidentity <> '') as sequence
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
    order by c.relname`.execute(db)
  return inReferenceOrder(rows)
}

/** Whether migrations of the shop have ever run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('public.schema_migrations') is not null as known`.execute(db)
  return rows[0]?.known === true
}

/** Throws when tables refer to each other in a cycle. */
function inReferenceOrder(tables: TableFacts[]): TableFacts[] {
  const ordered: TableFacts[] = []
  let left = tables
  while (left.length > 0) {
    const ready = left.filter(({ references }) =>
      references.every((name) => !left.some((table) => table.name === name)),
    )
    if (ready.length === 0)
      throw new Error(`Tables that refer to each other: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return ordered
}

/** From the view, which needs no privilege on the sequence. An unused sequence has no last value. */
export async function readSequence(db: Db, { sequence }: TableFacts): Promise<SequenceState | null> {
  if (sequence === null) return null
  const { rows } = await sql<{ last: string | null }>`
    select last_value::text as last from pg_sequences
    where format('%I.%I', schemaname, sequencename) = ${sequence}`.execute(db)
  const last = rows[0]?.last
  return { lastValue: last ?? '1', isCalled: typeof last === 'string' }
}

export async function setSequence(db: Db, table: TableFacts, state: SequenceState): Promise<void> {
  await sql`select setval(${table.sequence}, ${state.lastValue}::bigint, ${state.isCalled})`.execute(db)
}

/** The rows in key order, in batches from a cursor, so that a table need not fit into memory. */
export async function* dumpTable(tx: Db, { name, columns, key }: TableFacts): AsyncGenerator<string[]> {
  const values = columns.map((column) => sql`${sql.ref(column.name)}::text`)
  const order = key.length > 0 ? sql`order by ${sql.join(key.map((column) => sql.ref(column)))}` : sql``
  await sql`declare dump no scroll cursor for
    select to_json(array[${sql.join(values)}])::text as line from ${sql.table(name)} ${order}`.execute(tx)
  for (;;) {
    const { rows } = await sql.raw<{ line: string }>(`fetch ${BATCH} from dump`).execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close dump`.execute(tx)
}

/** Inserts lines of `dumpTable`, with their ids. Triggers and constraints apply as for any other row. */
export async function insertRows(
  tx: Db,
  { name, columns: known }: TableFacts,
  columns: string[],
  lines: string[],
): Promise<void> {
  const types = new Map(known.map((column) => [column.name, column.type]))
  const values = columns.map((column, place) => {
    const type = types.get(column)
    if (type === undefined) throw new Error(`${name} has no column ${column}`)
    return sql`(r.line ->> ${sql.lit(place)})::${sql.raw(type)}`
  })
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    overriding system value
    select ${sql.join(values)} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) as r (line)`.execute(
    tx,
  )
}

/** Names of those tables that have rows. */
export async function tablesWithRows(db: Db, tables: TableFacts[]): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) filled.push(name)
  }
  return filled
}
