import { sql } from 'kysely'
import type { Db } from '../../../src/server/db/connect.ts'

type Json = Record<string, unknown>

type Rows = Map<string, Json>

/** The whole database, by table and primary key. */
export async function everyRow(db: Db): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string; keys: string[] }>`
    select c.relname as name, array_agg(a.attname::text) as keys
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where c.relnamespace = 'public'::regnamespace group by c.relname`.execute(db)
  const all: Rows = new Map()
  for (const { name, keys } of tables) {
    const { rows } = await sql<{ row: Json }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
    for (const { row } of rows) all.set(`${name} ${JSON.stringify(keys.map((key) => row[key]))}`, row)
  }
  return all
}

export interface RowChange {
  table: string
  kind: 'insert' | 'update' | 'delete'
  values: Json
}

/** The difference between two states. */
export function changesBetween(before: Rows, after: Rows): RowChange[] {
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
