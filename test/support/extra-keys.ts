import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/server/db/connect.ts'
import { type Described, rightCall, type RightCalls, send } from './every-call.ts'
import type { Client, TestShop } from './open-shop.ts'

export type Json = Record<string, unknown>

/** A user, a product and an order have this id, so that a write with it would break no rule of the tables. */
const ID = 987_654
export const CANARY = /canario_extra|2001-02-03|987654|9876\.54/
/** A form has room for so many texts. */
const FORM_EXTRAS = 20

export interface Column {
  name: string
  type: string
}

/** A value for every column name of the database that the documentation of this call does not name. */
export function extrasFor(columns: Column[], about: Described, on: boolean): Json {
  const known = declared(Object.values(about.requestBody?.content ?? {}).map(({ schema }) => schema))
  return Object.fromEntries(
    columns.filter(({ name }) => !known.has(name)).map(({ name, type }) => [name, valueOf(type, on)]),
  )
}

/** Every property name of a schema, however deep. */
function declared(schema: unknown, known = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return known
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as Json)) known.add(name)
    declared(value, known)
  }
  return known
}

export function withExtras(body: Json | FormData | undefined, extras: Json): Json | FormData {
  if (body instanceof FormData) {
    for (const [name, value] of Object.entries(extras).slice(0, FORM_EXTRAS)) body.set(name, String(value))
    return body
  }
  const deep = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((item) => (typeof item === 'object' ? { ...extras, ...item } : item))
      : value
  const inside = Object.fromEntries(Object.entries(body ?? {}).map(([name, value]) => [name, deep(value)]))
  return {
    ...extras,
    ...inside,
    __proto__: { is_staff: true },
    user: { id: ID },
    permissions: { can_access_admin: true },
  }
}

function valueOf(type: string, on: boolean): unknown {
  if (type === 'boolean') return on
  if (/^(integer|bigint)$/.test(type)) return ID
  if (type === 'numeric') return 9876.54
  if (/timestamp|date/.test(type)) return '2001-02-03T04:05:06.000Z'
  return type === 'jsonb' ? { canario_extra: true } : 'canario_extra'
}

export async function columnsOf(db: Db): Promise<Column[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select distinct on (column_name) column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' order by column_name, data_type`.execute(db)
  return rows
}

type Rows = Map<string, Json>

/** The whole database, by table and primary key. */
async function everyRow(db: Db): Promise<Rows> {
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

interface Change {
  table: string
  kind: 'insert' | 'update' | 'delete'
  values: Json
}

function changesBetween(before: Rows, after: Rows): Change[] {
  const tableOf = (key: string) => key.split(' ', 1)[0] ?? ''
  const changes: Change[] = []
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

/** One line for each change but words of the search, which are noted when they come for the first time. */
function shapesOf(changes: Change[]): string {
  return JSON.stringify(
    changes
      .filter(({ table }) => table !== 'search_words')
      .map(shapeOf)
      .toSorted(),
  )
}

/** Which columns changed, whether they became empty, and how switches stand; names and ids differ between two people. */
function shapeOf({ table, kind, values }: Change): string {
  const kinds = Object.entries(values).map(([name, value]) => {
    if (value === null || typeof value === 'boolean') return `${name}=${value}`
    return typeof value === 'string' && value === '' ? `${name}=''` : name
  })
  return `${kind} ${table} ${kinds.toSorted().join()}`
}

type Body = Json | FormData | undefined

/** What a right call does to the database when `change` is made to its body. */
export async function effectOf(
  { shop, make }: { shop: TestShop; make: RightCalls },
  call: string,
  actor: Client,
  change: (body: Body) => Body = (body) => body,
): Promise<{ status: number; text: string; changes: string; shape: string }> {
  const right = await rightCall(make, call, actor)
  const before = await everyRow(shop.shop.db)
  const body = change(right.body)
  const reply = await send(actor, call, { path: right.path, ...(body && { body }) })
  if (call === 'POST /api/auth/resend-verification/') await mailTo(shop, (right.body as Json)['email'])
  const changes = changesBetween(before, await everyRow(shop.shop.db))
  return {
    status: reply.status,
    text: reply.text,
    changes: JSON.stringify(changes),
    shape: shapesOf(changes),
  }
}

/** Sent after the answer, so that its time tells nothing. */
async function mailTo(shop: TestShop, email: unknown): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await shop.mails()).some(({ recipient }) => recipient === email)) return
    await sleep(50)
  }
  throw new Error(`No mail to ${String(email)}`)
}

export async function addVictims(db: Db): Promise<void> {
  await sql`insert into users (id, username, email, password_hash, created_at) overriding system value
    values (${ID}, 'victima', 'victima@correo.example', 'x', now())`.execute(db)
  await sql`insert into products (id, name, type, created_at) overriding system value
    values (${ID}, 'Ajena', 'fem', now())`.execute(db)
  await sql`insert into orders (id, user_id, recipient_name, customer_email, customer_phone, delivery_type,
      shipping_address, total, created_at, updated_at) overriding system value
    values (${ID}, ${ID}, 'x', 'x', '1123456789', 'coordinate', 'x', 100, now(), now())`.execute(db)
}
