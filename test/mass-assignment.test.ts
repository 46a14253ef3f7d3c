import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../src/server/db/connect.ts'
import {
  type Described,
  documentedCalls,
  openWorld,
  rightCalls,
  send,
  type World,
} from './support/every-call.ts'
import { type Client, openShop, type Reply, type TestShop } from './support/open-shop.ts'

type Json = Record<string, unknown>

/** A user, a product and an order have this id, so that a write with it would break no rule of the tables. */
const ID = 987_654
const CANARY = /canario_extra|2001-02-03|987654|9876\.54/
/** A form has room for so many texts. */
const FORM_EXTRAS = 20

/**
 * Each write is made twice by two people alike: as it is, and with every column name of the database as an extra key.
 * Both must change the same rows and columns, and no value of the extra keys may be found in what changed.
 */
describe('extra keys in the body of a write', () => {
  let shop: TestShop
  let world: World
  let calls: Map<string, Described>
  let make: ReturnType<typeof rightCalls>
  let columns: { name: string; type: string }[]

  beforeAll(async () => {
    shop = await openShop('postgres')
    world = await openWorld(shop)
    calls = await documentedCalls(shop)
    make = rightCalls(world)
    columns = await columnsOf(shop.shop.db)
    await addVictims(shop.shop.db)
    // The first save of a setting adds its row, every later one changes it.
    await world.admin.put('/settings/', { tagline: 'x' })
  })
  afterAll(() => shop.close())

  const writes = async () => [...calls].filter(([call]) => /^(POST|PUT|PATCH) /.test(call))

  it.each([true, false])(
    'changes nothing else, with every switch %s',
    async (on) => {
      expect(columns.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'is_staff',
          'is_superuser',
          'email_verified_at',
          'price_at_time',
          'admin_notes',
          'total',
        ]),
      )
      const wrong: string[] = []
      for (const [call, about] of await writes()) {
        for (const admin of about['x-access'] === 'admin' ? [true] : [false, undefined]) {
          if (admin === undefined && about['x-access'] !== 'anyone') continue
          const somebody = () => (admin === undefined ? shop.anonymous : world.person({ admin }))
          const plain = await effectOf(call, await somebody())
          const extra = await effectOf(call, await somebody(), (body) =>
            withExtras(body, extrasFor(about, on)),
          )
          if (plain.status !== extra.status)
            wrong.push(`${call}: ${plain.status} became ${extra.status} ${extra.text}`)
          if (CANARY.test(extra.changes)) wrong.push(`${call}: wrote an extra key: ${extra.changes}`)
          if (plain.shape !== extra.shape) wrong.push(`${call}: ${plain.shape} became ${extra.shape}`)
        }
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )

  it('is refused where a customer may not change what an admin may', async () => {
    const wrong: string[] = []
    const foreign = {
      is_archived: true,
      status: 'completed',
      order_products: [],
      recipient_name: 'Otra',
      customer_phone: '1199999999',
      shipping_address: 'x',
    }
    for (const call of ['PUT /api/orders/{id}/', 'PATCH /api/orders/{id}/']) {
      for (const [field, value] of Object.entries(foreign)) {
        const effect = await effectOf(call, await world.person(), (body) => ({
          ...(body as Json),
          [field]: value,
        }))
        if (effect.status !== 403 || effect.shape !== '[]')
          wrong.push(`${call} ${field}: ${effect.status} ${effect.shape}`)
      }
    }
    expect(wrong).toEqual([])
  })

  async function effectOf(
    call: string,
    actor: Client,
    change: (body: Json | FormData | undefined) => Json | FormData | undefined = (body) => body,
  ): Promise<{ status: number; text: string; changes: string; shape: string }> {
    const right = await make[call]?.(actor)
    if (!right) throw new Error(`test/support/every-call.ts does not know how to call ${call}`)
    const before = await everyRow(shop.shop.db)
    const body = change(right.body)
    const reply: Reply = await send(actor, call, { path: right.path, ...(body && { body }) })
    if (call === 'POST /api/auth/resend-verification/') await mailTo((right.body as Json)['email'])
    const changes = changesBetween(before, await everyRow(shop.shop.db))
    return {
      status: reply.status,
      text: reply.text,
      changes: JSON.stringify(changes),
      shape: JSON.stringify(changes.map(shapeOf).toSorted()),
    }
  }

  /** Sent after the answer, so that its time tells nothing. */
  async function mailTo(email: unknown): Promise<void> {
    await expect
      .poll(async () => (await shop.mails()).some(({ recipient }) => recipient === email))
      .toBe(true)
  }

  function extrasFor(about: Described, on: boolean): Json {
    const known = declared(Object.values(about.requestBody?.content ?? {}).map(({ schema }) => schema))
    return Object.fromEntries(
      columns.filter(({ name }) => !known.has(name)).map(({ name, type }) => [name, valueOf(type, on)]),
    )
  }
})

/** Every property name of a schema, however deep. */
function declared(schema: unknown, known = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return known
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as Json)) known.add(name)
    declared(value, known)
  }
  return known
}

function withExtras(body: Json | FormData | undefined, extras: Json): Json | FormData {
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

async function columnsOf(db: Db): Promise<{ name: string; type: string }[]> {
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

/** Which columns changed, whether they became empty, and how switches stand; names and ids differ between two people. */
function shapeOf({ table, kind, values }: Change): string {
  const kinds = Object.entries(values).map(([name, value]) => {
    if (value === null || typeof value === 'boolean') return `${name}=${value}`
    return typeof value === 'string' && value === '' ? `${name}=''` : name
  })
  return `${kind} ${table} ${kinds.toSorted().join()}`
}

async function addVictims(db: Db): Promise<void> {
  await sql`insert into users (id, username, email, password_hash, created_at) overriding system value
    values (${ID}, 'victima', 'victima@correo.example', 'x', now())`.execute(db)
  await sql`insert into products (id, name, type, created_at) overriding system value
    values (${ID}, 'Ajena', 'fem', now())`.execute(db)
  await sql`insert into orders (id, user_id, recipient_name, customer_email, customer_phone, delivery_type,
      shipping_address, total, created_at, updated_at) overriding system value
    values (${ID}, ${ID}, 'x', 'x', '1123456789', 'coordinate', 'x', 100, now(), now())`.execute(db)
}
