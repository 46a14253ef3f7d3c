import { sql } from 'kysely'
import type { Db } from '../../../src/server/db/connect.ts'

type Json = Record<string, unknown>

type Rows = Map<string, Json>

/** Records each change of a row from now on. Outside `public`, whose columns and tables are what tests read. */
export async function recordRows(db: Db): Promise<void> {
  await sql`create schema recorded`.execute(db)
  await sql`create unlogged table recorded.changes (id bigserial primary key, name text not null, old jsonb, new jsonb)`.execute(
    db,
  )
  await sql`create function recorded.note() returns trigger language plpgsql as $$
    begin
      insert into recorded.changes (name, old, new) values (tg_table_name, to_jsonb(old), to_jsonb(new));
      return null;
    end $$`.execute(db)
  for (const { name } of await primaryKeys(db))
    await sql`create trigger recorded after insert or update or delete on ${sql.table(name)}
      for each row execute function recorded.note()`.execute(db)
}

/** What changed since the last call, each row once: its state before the first change against that after the last. */
export async function takeChanges(db: Db): Promise<RowChange[]> {
  const { rows } = await sql<{ id: number; name: string; old: Json | null; new: Json | null }>`
    delete from recorded.changes returning id, name, old, new`.execute(db)
  if (rows.length === 0) return []
  const keys = new Map((await primaryKeys(db)).map((table) => [table.name, table.keys]))
  const keyOf = (name: string, row: Json) =>
    `${name} ${JSON.stringify(keys.get(name)?.map((key) => row[key]))}`
  const [before, after]: [Rows, Rows] = [new Map(), new Map()]
  const seen = new Set<string>()
  for (const { name, old, new: now } of rows.toSorted((one, other) => one.id - other.id)) {
    if (old) {
      const key = keyOf(name, old)
      if (!seen.has(key)) before.set(key, old)
      seen.add(key)
      after.delete(key)
    }
    if (now) {
      seen.add(keyOf(name, now))
      after.set(keyOf(name, now), now)
    }
  }
  return changesBetween(before, after)
}

async function primaryKeys(db: Db): Promise<{ name: string; keys: string[] }[]> {
  const { rows } = await sql<{ name: string; keys: string[] }>`
    select c.relname as name, array_agg(a.attname::text) as keys
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where c.relnamespace = 'public'::regnamespace group by c.relname`.execute(db)
  return rows
}

export interface RowChange {
  table: string
  kind: 'insert' | 'update' | 'delete'
  values: Json
}

function changesBetween(before: Rows, after: Rows): RowChange[] {
  const tableOf = (key: string) => key.split(' ', 1)[0] ?? ''
  const changes: RowChange[] = []
  for (const [key, row] of after) {
    const old = before.get(key)
    if (!old) changes.push({ table: tableOf(key), kind: 'insert', values: row })
    else {
      const different = Object.entries(row).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
      )
      if (different.length > 0)
        changes.push({ table: tableOf(key), kind: 'update', values: Object.fromEntries(different) })
    }
  }
  for (const key of before.keys())
    if (!after.has(key)) changes.push({ table: tableOf(key), kind: 'delete', values: {} })
  return changes
}

/** One line for each change, without the search words, which are stored when they first occur. */
export function shapesOf(changes: RowChange[]): string {
  return JSON.stringify(
    changes
      .filter(({ table }) => table !== 'search_words')
      .map(shapeOf)
      .toSorted(),
  )
}

/** Which columns changed, which became null, and the booleans; names and ids differ between two users. */
function shapeOf({ table, kind, values }: RowChange): string {
  const kinds = Object.entries(values).map(([name, value]) => {
    if (value === null || typeof value === 'boolean') return `${name}=${value}`
    return typeof value === 'string' && value === '' ? `${name}=''` : name
  })
  return `${kind} ${table} ${kinds.toSorted().join()}`
}
