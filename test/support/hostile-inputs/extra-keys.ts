import { sql } from 'kysely'
import type { Db } from '../../../src/server/db/connect.ts'
import { backgroundEnded } from '../../../src/server/limits/same-time.ts'
import { OF_STAFF } from '../calls/access-matrix.ts'
import { type Described, rightCall, type RightCalls, rightCalls, send } from '../calls/every-call.ts'
import type { Client, TestShop } from '../open-shop.ts'
import { jpeg } from '../pictures/photos.ts'
import { recordRows, shapesOf, takeChanges } from '../databases/row-changes.ts'
import type { World } from '../people/world.ts'

type Json = Record<string, unknown>

/** A user, a product and an order have this id, so that a write with it violates no foreign key. */
const ID = 987_654
const CANARY = /canario_extra|2001-02-03|987654|9876\.54/
/** A form has room for only this many more texts, so it is sent several times. */
const FORM_EXTRAS = 20

export interface Column {
  name: string
  type: string
}

type Body = Json | FormData | undefined
type Change = (body: Body) => Body

/**
 * Changes of a valid body: adds every column name of the database at each depth, except those that this call documents.
 * All at once to JSON; to a form some at a time.
 */
export function changesFor(columns: Column[], about: Described, on: boolean): Change[] {
  const content = Object.entries(about.requestBody?.content ?? {})
  const schemas = content.map(([, { schema }]) => schema as Schema)
  const extras = Object.fromEntries(columns.map(({ name, type }) => [name, valueOf(type, on)]))
  if (content.some(([type]) => type === 'application/json'))
    return [
      (body) => ({
        ...(withExtras(body ?? {}, schemas, extras) as Json),
        __proto__: { is_staff: true },
        user: { id: ID },
        permissions: { can_access_admin: true },
      }),
    ]
  const known = propertiesOf(schemas)
  const more = Object.entries(extras).filter(([name]) => !known.has(name))
  const portions = Array.from({ length: Math.ceil(more.length / FORM_EXTRAS) }, (_, n) =>
    more.slice(n * FORM_EXTRAS, (n + 1) * FORM_EXTRAS),
  )
  return portions.map((portion) => (body) => {
    if (!(body instanceof FormData)) throw new Error('A call that takes forms only was made without one')
    for (const [name, value] of portion) body.set(name, String(value))
    return body
  })
}

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** A schema and all its alternatives. */
function variantsOf(schema: Schema): Schema[] {
  const others = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? [])
  return [schema, ...others.flatMap(variantsOf)]
}

function propertiesOf(schemas: Schema[]): Map<string, Schema[]> {
  const known = new Map<string, Schema[]>()
  for (const { properties = {} } of schemas.flatMap(variantsOf))
    for (const [name, schema] of Object.entries(properties))
      known.set(name, [...(known.get(name) ?? []), schema])
  return known
}

function withExtras(value: unknown, schemas: Schema[], extras: Json): unknown {
  if (Array.isArray(value)) {
    const items = schemas.flatMap(variantsOf).flatMap((schema) => schema.items ?? [])
    return value.map((item) => withExtras(item, items, extras))
  }
  if (typeof value !== 'object' || value === null) return value
  const known = propertiesOf(schemas)
  const more = Object.entries(extras).filter(([name]) => !known.has(name))
  const own = Object.entries(value).map(([name, inner]) => [
    name,
    withExtras(inner, known.get(name) ?? [], extras),
  ])
  return { ...Object.fromEntries(more), ...Object.fromEntries(own) }
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

/** The effect of a valid call on the database when `change` is applied to its body. */
async function effectOf(
  { shop, make }: Scene,
  call: string,
  actor: Client,
  change: Change = (body) => body,
): Promise<{ status: number; text: string; changes: string; shape: string }> {
  const right = await rightCall(make, call, actor)
  await backgroundEnded()
  await takeChanges(shop.shop.db)
  const body = change(right.body)
  const reply = await send(actor, call, { path: right.path, ...(body && { body }) })
  await backgroundEnded()
  const changes = await takeChanges(shop.shop.db)
  return {
    status: reply.status,
    text: reply.text,
    changes: JSON.stringify(changes),
    shape: shapesOf(changes),
  }
}

interface Scene {
  shop: TestShop
  make: RightCalls
}

/**
 * Makes the write with and without extra keys, each by a new user; returns the differences and the number of pairs.
 * What differs is made again: a window of a counter may have ended between the two.
 */
export async function differences(
  ...write: Parameters<typeof differencesOnce>
): ReturnType<typeof differencesOnce> {
  const first = await differencesOnce(...write)
  return first.wrong.length === 0 ? first : differencesOnce(...write)
}

async function differencesOnce(
  scene: Scene,
  call: string,
  somebody: () => Promise<Client>,
  changes: Change[],
): Promise<{ pairs: number; wrong: string[] }> {
  const plain = await effectOf(scene, call, await somebody())
  if (plain.status >= 300)
    return { pairs: 0, wrong: [`${call}: the right call is refused: ${plain.status} ${plain.text}`] }
  const wrong: string[] = []
  for (const change of changes) {
    const extra = await effectOf(scene, call, await somebody(), change)
    if (plain.status !== extra.status)
      wrong.push(`${call}: ${plain.status} became ${extra.status}: ${extra.text}`)
    if (CANARY.test(extra.changes)) wrong.push(`${call}: wrote an extra key: ${extra.changes}`)
    if (plain.shape !== extra.shape) wrong.push(`${call}: other columns: ${plain.shape} → ${extra.shape}`)
  }
  return { pairs: changes.length, wrong }
}

/** Every role that may make a call, a new user each time. */
export function actorsFor(world: World, call: string, about: Described): (() => Promise<Client>)[] {
  const admin = () => world.person({ admin: true })
  if (about['x-access'] === 'admin' || OF_STAFF.includes(call)) return [admin]
  const visitor = async () => world.shop.anonymous
  return [() => world.person(), admin, ...(about['x-access'] === 'anyone' ? [visitor] : [])]
}

/** All documented writes; that of a claim also as a form with its photo. */
export function writesOf(calls: Map<string, Described>): [string, Described][] {
  return [...calls]
    .filter(([call]) => /^(?:POST|PUT|PATCH) /.test(call))
    .flatMap(([call, about]): [string, Described][] => {
      const content = about.requestBody?.content ?? {}
      const form = content['multipart/form-data']
      if (!form || !content['application/json']) return [[call, about]]
      return [
        [call, about],
        [`${call} as a form`, { ...about, requestBody: { content: { 'multipart/form-data': form } } }],
      ]
    })
}

/** Valid calls for `writesOf`. Uploads use the preset that everybody may use. */
export function rightWrites(world: World): RightCalls {
  const make = rightCalls(world)
  const withPhoto = async (path: string, field: string, texts: Json) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(texts)) form.set(name, String(value))
    form.set(field, new Blob([new Uint8Array(await jpeg())]), 'x.jpg')
    return { path, body: form }
  }
  return {
    ...make,
    'POST /api/uploads/': () => withPhoto('/uploads/', 'file', { upload_preset: 'warranty' }),
    'POST /api/warranty-claims/ as a form': async (actor) => {
      const { path, body } = await rightCall(make, 'POST /api/warranty-claims/', actor)
      const { photo1: _, ...texts } = body as Json
      return withPhoto(path, 'photo1', texts)
    },
  }
}

/** Sends fields of an order that only an admin may change as its customer: must be refused, and change nothing. */
export async function takenFromCustomers(
  scene: Scene,
  world: World,
): Promise<{ tries: number; wrong: string[] }> {
  const line = (body: Json) => ({ ...(body['products'] as Json[] | undefined)?.[0], price_at_time: 1 })
  const foreign: Record<string, (body: Json) => unknown> = {
    is_archived: () => true,
    status: () => 'completed',
    order_products: (body) => (body['products'] ? [line(body)] : []),
    recipient_name: () => 'Otra',
    customer_phone: () => '1199999999',
    delivery_type: () => 'address',
    shipping_address: () => 'x',
  }
  const wrong: string[] = []
  let tries = 0
  for (const call of ['PUT /api/orders/{id}/', 'PATCH /api/orders/{id}/']) {
    for (const [field, valueFor] of Object.entries(foreign)) {
      const effect = await effectOf(scene, call, await world.person(), (right) => {
        const body = right as Json
        const { products: _, ...rest } = body
        return { ...(field === 'order_products' ? rest : body), [field]: valueFor(body) }
      })
      tries += 1
      if (effect.status !== 403 || effect.shape !== '[]')
        wrong.push(`${call}: a customer changes ${field}: ${effect.status} ${effect.shape}`)
    }
  }
  return { tries, wrong }
}

/** Adds the rows that extra keys name, and records changes of rows from then on. */
export async function addVictims(db: Db): Promise<void> {
  await sql`insert into users (id, username, email, password_hash, created_at) overriding system value
    values (${ID}, 'victima', 'victima@correo.example', 'x', now())`.execute(db)
  await sql`insert into products (id, name, type, created_at) overriding system value
    values (${ID}, 'Ajena', 'fem', now())`.execute(db)
  await sql`insert into orders (id, user_id, recipient_name, customer_email, customer_phone, delivery_type,
      shipping_address, total, created_at, updated_at) overriding system value
    values (${ID}, ${ID}, 'x', 'x', '1123456789', 'coordinate', 'x', 100, now(), now())`.execute(db)
  await recordRows(db)
}
