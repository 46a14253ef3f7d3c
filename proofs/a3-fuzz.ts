import { readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { z } from 'zod'
import type { Audience, Endpoint } from '../src/contract/endpoint.ts'
import { HTTP_STATUS } from '../src/server/errors.ts'
import { pageOf } from '../src/server/http/serialize.ts'
import type { Shop } from '../src/server/shop.ts'
import { insertPerson } from '../test/support/people.ts'
import { BODIES } from '../test/support/right-bodies.ts'
import { type Answer, clientAt } from './support/client.ts'
import { arbitraryOf, type JsonSchema } from './support/fuzz.ts'
import { newItem, orderOf } from './support/goods.ts'
import { newCluster, openShopOf, placeOn, ROOT } from './support/places.ts'
import { Failures, type Proof } from './support/proof.ts'
import { inParallel } from './support/raw.ts'
import { type Server, startServer } from './support/server.ts'

const SLOWEST_MS = 1_000

export const proof: Proof = {
  id: 'A3',
  title: `Fuzz: requests made of the schemas that check them, with hostile values in any place, to every call as visitor, customer and admin; no answer from 500 on, the server goes on, every answer has the shape that the contract gives it for who asks, 99 % come within ${SLOWEST_MS} ms. Tries are requests for each call`,
  tries: { full: 1_000, short: 100 },
  async run(context) {
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    const server = await startServer(context, place)
    const scene: Scene = { shop, server, failures: new Failures(), seed: Date.now() % 2 ** 31, times: [] }
    const { failures, times } = scene
    const ids = await fill(scene)
    // What deletes comes last, so that there is something to ask about.
    const endpoints = (await endpointsOfContract()).toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    )
    const reached: string[] = []
    for (const endpoint of endpoints) {
      if (!server.isRunning()) break
      const good = await fuzz(scene, endpoint, ids, context.tries)
      if (good > 0) reached.push(nameOf(endpoint))
    }
    if (!server.isRunning()) failures.add('the server ended', server.log().slice(-500))
    const far = endpoints.filter((endpoint) => !reached.includes(nameOf(endpoint))).map(nameOf)
    if (reached.length < endpoints.length * 0.75)
      failures.add('too few calls were ever right', far.join(', '))
    const sorted = times.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
    if (p99 > SLOWEST_MS) failures.add(`p99 over ${SLOWEST_MS} ms`, p99.toFixed(0))
    return {
      tries: `${times.length} requests, ${context.tries} for each of ${endpoints.length} calls, seed ${scene.seed}`,
      figure: `0 of 500 and above and 0 other shapes wanted; ${reached.length} of ${endpoints.length} calls also answered well; p99 ${p99.toFixed(0)} ms at load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'throws-plainly',
      patches: [
        {
          file: 'src/server/orders/rules.ts',
          find: 'export function ofAnotherProduct(): DomainError {',
          replace: 'export function ofAnotherProduct(): DomainError {\n  throw new TypeError()',
        },
      ],
      failsWith: /a 500 at POST \/orders\//,
    },
    {
      name: 'another-shape',
      patches: [
        {
          file: 'src/server/http/serialize.ts',
          find: 'return (value) => (Array.isArray(value) ? array(value) : page(value))',
          replace:
            "return (value) => (Array.isArray(value) ? array(value) : array((value as { results: unknown[] }).results).slice(0, -1) + ',{}]')",
        },
      ],
      failsWith: /another shape/,
    },
  ],
}

interface Scene {
  shop: Shop
  server: Server
  failures: Failures
  seed: number
  times: number[]
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

async function endpointsOfContract(): Promise<Endpoint[]> {
  const folder = path.join(ROOT, 'src/contract')
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  const modules = await Promise.all(
    names.map(async (name) => (await import(path.join(folder, name))) as Record<string, unknown>),
  )
  const all = modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is Endpoint => Reflect.get(Object(value), 'kind') === 'endpoint')
  return [...new Set(all)]
}

/** Some of everything that has an id; the ids that exist. */
async function fill({ shop, server }: Scene): Promise<number[]> {
  const items = [await newItem(shop, 1_000), await newItem(shop, 0), await newItem(shop, 5)]
  const { access } = await insertPerson(shop)
  const admin = clientAt(server.url, (await insertPerson(shop, { admin: true })).access)
  for (let n = 0; n < 6; n++)
    await clientAt(server.url, access).post('/orders/', orderOf(items[0] as (typeof items)[0]))
  for (let n = 0; n < 4; n++) await insertPerson(shop)
  await admin.post('/brands/', { name: 'Surbrote' })
  return [...items.flatMap(({ product_id, blister_id }) => [product_id, blister_id]), 1, 2, 3, 4, 5, 6]
}

/** How many were answered well. */
async function fuzz(scene: Scene, endpoint: Endpoint, ids: number[], tries: number): Promise<number> {
  const { shop, server, failures, times } = scene
  const tokens: Record<Audience, string | undefined> = {
    anonymous: undefined,
    customer: (await insertPerson(shop)).access,
    admin: (await insertPerson(shop, { admin: true })).access,
  }
  const cases = fc.sample(caseOf(endpoint, ids), { numRuns: tries, seed: scene.seed })
  let good = 0
  await inParallel(cases, 4, async (one) => {
    const began = performance.now()
    const answer = await send(server, endpoint, one, tokens[one.who]).catch((error: unknown) => String(error))
    times.push(performance.now() - began)
    const said = () => `as ${one.who} ${JSON.stringify(one).slice(0, 600)}`
    if (typeof answer === 'string')
      return failures.add(`no answer at ${nameOf(endpoint)}`, `${answer} ${said()}`)
    if (answer.status >= 500)
      return failures.add(`a ${answer.status} at ${nameOf(endpoint)}`, `${answer.text} ${said()}`)
    if (answer.status < 300) good += 1
    // Whose session ended meanwhile, as with a logout, is a visitor.
    const problem = shapeProblem(endpoint, one.who, answer)
    if (problem) failures.add(`another shape at ${nameOf(endpoint)}`, `${problem} ${said()}`)
  })
  return good
}

interface Case {
  who: Audience
  params: Record<string, unknown>
  query: [string, unknown][]
  body: unknown
  file: Uint8Array
}

function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

function caseOf(endpoint: Endpoint, ids: number[]): fc.Arbitrary<Case> {
  const body = arbitraryOf(
    schemaOf(endpoint.form && !endpoint.form.orJson ? endpoint.form.fields : endpoint.body),
    ids,
  )
  const right = BODIES[`${endpoint.method} /api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`]
  // From a right body with some fields of it made anew, so that more than the first check is reached.
  const nearRight =
    right &&
    fc
      .tuple(body, fc.subarray(Object.keys(right), { maxLength: Math.min(3, Object.keys(right).length) }))
      .map(([made, changed]) => ({
        ...right,
        ...Object.fromEntries(
          changed.flatMap((key) =>
            made && typeof made === 'object' && key in made ? [[key, Reflect.get(made, key)]] : [],
          ),
        ),
      }))
  const may: Audience[] =
    endpoint.access === 'admin'
      ? ['admin']
      : endpoint.access === 'customer'
        ? ['customer', 'admin']
        : ['anonymous', 'customer', 'admin']
  return fc.record({
    who: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...may) },
      { weight: 1, arbitrary: fc.constantFrom<Audience>('anonymous', 'customer', 'admin') },
    ),
    params: arbitraryOf(schemaOf(endpoint.params), ids) as fc.Arbitrary<Record<string, unknown>>,
    query: arbitraryOf(schemaOf(endpoint.query), ids).map((query) =>
      Object.entries(Object(query) as Record<string, unknown>),
    ),
    body: nearRight ? fc.oneof(body, nearRight) : body,
    file: fc.uint8Array({ maxLength: 300 }),
  })
}

function send(server: Server, endpoint: Endpoint, one: Case, token: string | undefined): Promise<Answer> {
  const address = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(textOf(Object(one.params)[name] ?? 'x') || '0'),
  )
  const query = new URLSearchParams(one.query.map(([name, value]) => [name, textOf(value)])).toString()
  const client = clientAt(server.url, token)
  const place = query ? `${address}?${query}` : address
  const body = endpoint.form && !endpoint.form.orJson ? formOf(endpoint, one) : one.body
  switch (endpoint.method) {
    case 'GET':
      return client.get(place)
    case 'DELETE':
      return client.delete(place)
    case 'PUT':
      return client.put(place, body)
    case 'PATCH':
      return client.patch(place, body)
    default:
      return client.post(place, body)
  }
}

function formOf({ form }: Endpoint, { body, file }: Case): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(Object(body) as Record<string, unknown>))
    data.set(name, textOf(value))
  data.set(form?.files[0] ?? 'file', new Blob([new Uint8Array(file)]), 'x.jpg')
  return data
}

/** As it can stand in an address: half a character cannot. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}

/** What is wrong with an answer below 500, or undefined. */
function shapeProblem(endpoint: Endpoint, who: Audience, { status, body, text }: Answer): string | undefined {
  if (status >= 400) {
    const expected = HTTP_STATUS[body?.code as keyof typeof HTTP_STATUS]
    const isClear = expected === status && typeof body.error === 'string' && body.message === body.error
    return isClear ? undefined : `${status} ${text.slice(0, 300)}`
  }
  if (status === 304) return undefined
  if (status !== endpoint.status) return `${status} instead of ${endpoint.status}`
  if (status === 204) return text === '' ? undefined : text
  const schema = endpoint.reply.schemas[who]
  const whole = !endpoint.reply.list ? schema : Array.isArray(body) ? z.array(schema) : pageOf(schema)
  const parsed = whole.safeParse(body)
  if (!parsed.success) return JSON.stringify(parsed.error.issues).slice(0, 300)
  const more = unnamed(body, parsed.data)
  return more && `${more} is not in the contract`
}

/** A key of `body` that is not in what the schema made of it. */
function unnamed(body: unknown, parsed: unknown, at = ''): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  for (const [key, value] of Object.entries(body)) {
    const known = Object(parsed) as Record<string, unknown>
    if (!(key in known)) return `${at}${key}`
    const deeper = unnamed(value, known[key], `${at}${key}.`)
    if (deeper) return deeper
  }
  return undefined
}
