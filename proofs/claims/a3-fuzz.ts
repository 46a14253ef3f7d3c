import { readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { z } from 'zod'
import type { Audience, Endpoint } from '../../src/contract/endpoint.ts'
import type { Shop } from '../../src/server/shop.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { insertPhoto } from '../../test/support/pictures/photos.ts'
import { BODIES } from '../../test/support/calls/right-bodies.ts'
import { shapeProblem } from './a3-fuzz/answer-shape.ts'
import { documentedName, sendRight } from './a3-fuzz/right-requests.ts'
import { type Answer, clientAt } from '../../test/support/calls/client.ts'
import { arbitraryOf, type JsonSchema } from './a3-fuzz/fuzz.ts'
import { claimOf, newItem, orderOf } from '../../test/support/sales/goods.ts'
import { newCluster, openShopOf, placeOn, ROOT } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { inParallel } from '../../test/support/calls/raw.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'

const SLOWEST_MS = 1_000
const EACH_RIGHT = 20

const NO_PHOTO = BODIES['POST /api/warranty-claims/']?.['photo1']

export const proof: Proof = {
  id: 'A3',
  title: 'Fuzzing',
  claim: `No request makes the API answer 500 or above; every answer matches the schema for its caller, and 99 % arrive within ${SLOWEST_MS} ms.`,
  how: `Requests are generated from the contract's schemas, with hostile values anywhere, for every call as visitor, customer and admin. First every call is made once with valid input and must succeed; one in ${EACH_RIGHT} requests is a valid one with a field replaced.`,
  oneTry: 'a request for each call',
  tries: { full: 1_000, short: 100 },
  async run(context) {
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    // Mails stay where the right requests read their codes and links.
    const server = await startServer(context, place, { env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    const scene: Scene = { shop, server, failures: new Failures(), seed: Date.now() % 2 ** 31, times: [] }
    const { failures, times } = scene
    const ids = await fill(scene)
    // Deletions come last, so that the other calls find something.
    const endpoints = (await endpointsOfContract()).toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    )
    const refused = await sendRight(context, place, scene, endpoints, Math.ceil(context.tries / EACH_RIGHT))
    if (refused.length > 0) failures.add('never answered well', refused.join(', '))
    let reached = 0
    for (const endpoint of endpoints) {
      if (!server.isRunning()) break
      const good = await fuzz(scene, endpoint, ids, context.tries)
      if (good > 0) reached += 1
    }
    if (!server.isRunning()) failures.add('the server ended', server.log().slice(-500))
    const sorted = times.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
    if (p99 > SLOWEST_MS) failures.add(`p99 over ${SLOWEST_MS} ms`, p99.toFixed(0))
    return {
      tries: `${times.length} requests, ${context.tries} for each of ${endpoints.length} calls, seed ${scene.seed}`,
      figure: `0 answers of 500 or above, 0 that do not match their schema; ${endpoints.length - refused.length} of ${endpoints.length} calls succeeded with valid input, ${reached} also with generated input; p99 ${p99.toFixed(0)} ms at load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'throws-plainly',
      patches: [
        {
          find: "(): DomainError { return invalid({ products: ['La presentación no corresponde a ese producto'] })",
          replace: '(): DomainError { throw new TypeError()',
        },
      ],
      failsWith: /a 500 at POST \/orders\//,
    },
    {
      name: 'another-shape',
      patches: [
        {
          find: 'return (value) => (Array.isArray(value) ? array(value) : page(value))',
          replace:
            "return (value) => (Array.isArray(value) ? array(value) : array((value as { results: unknown[] }).results).slice(0, -1) + ',{}]')",
        },
      ],
      failsWith: /another shape/,
    },
    {
      name: 'one-call-refuses-all',
      patches: [
        {
          find: 'viewProduct(await getVisible(shop.db, id, audience))',
          replace: 'viewProduct(await getVisible(shop.db, -id, audience))',
        },
      ],
      onlyServers: true,
      failsWith: /never answered well: .*GET \/products\/:id\/ 404/,
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
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  )
  const modules = await Promise.all(
    names.map(async (name) => (await import(path.join(folder, name))) as Record<string, unknown>),
  )
  const all = modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is Endpoint => Reflect.get(Object(value), 'kind') === 'endpoint')
  return [...new Set(all)]
}

/** Creates some of everything that has an id; returns the ids. */
async function fill({ shop, server }: Scene): Promise<number[]> {
  const items = [await newItem(shop, 1_000), await newItem(shop, 0), await newItem(shop, 5)]
  const { access } = await insertPerson(shop)
  const admin = clientAt(server.url, (await insertPerson(shop, { admin: true })).access)
  for (let n = 0; n < 6; n++)
    await clientAt(server.url, access).post('/orders/', orderOf(items[0] as (typeof items)[0]))
  for (let n = 0; n < 4; n++) await insertPerson(shop)
  await admin.post('/brands/', { name: 'Surbrote' })
  for (let n = 0; n < 4; n++)
    await clientAt(server.url, access).post(
      '/warranty-claims/',
      claimOf({ photo1: await insertPhoto(shop.db) }),
    )
  return [...items.flatMap(({ product_id, blister_id }) => [product_id, blister_id]), 1, 2, 3, 4, 5, 6]
}

/** Returns the number of successful responses. */
async function fuzz(scene: Scene, endpoint: Endpoint, ids: number[], tries: number): Promise<number> {
  const { shop, server, failures, times } = scene
  const tokens: Record<Audience, string | undefined> = {
    anonymous: undefined,
    customer: (await insertPerson(shop)).access,
    admin: (await insertPerson(shop, { admin: true })).access,
  }
  const cases = fc.sample(caseOf(endpoint, ids, await rightBodyOf(scene, endpoint)), {
    numRuns: tries,
    seed: scene.seed,
  })
  let good = 0
  await inParallel(cases, 4, async (one) => {
    // A photo can be used once.
    if (one.body instanceof Object && Reflect.get(one.body, 'photo1') === NO_PHOTO)
      Object.assign(one.body, { photo1: await insertPhoto(shop.db) })
    const began = performance.now()
    const answer = await send(server, endpoint, one, tokens[one.who]).catch(
      (error: unknown) => `${String(error)} ${String(Object(error).cause ?? '')}`,
    )
    times.push(performance.now() - began)
    const said = () => `as ${one.who} ${JSON.stringify(one).slice(0, 600)}`
    if (typeof answer === 'string')
      return failures.add(`no answer at ${nameOf(endpoint)}`, `${answer} ${said()}`)
    if (answer.status >= 500)
      return failures.add(`a ${answer.status} at ${nameOf(endpoint)}`, `${answer.text} ${said()}`)
    if (answer.status < 300) good += 1
    // A caller whose session ended meanwhile, for example by a logout, is a visitor.
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

/** On new goods: the fuzzing before may have hidden the others, or sold them out. */
async function rightBodyOf({ shop }: Scene, endpoint: Endpoint) {
  if (nameOf(endpoint) === 'POST /orders/') return orderOf(await newItem(shop, 10_000))
  if (nameOf(endpoint) === 'PUT /products/:id/') return BODIES['POST /api/products/']
  return BODIES[documentedName(endpoint)]
}

function caseOf(
  endpoint: Endpoint,
  ids: number[],
  right: Record<string, unknown> | undefined,
): fc.Arbitrary<Case> {
  const body = arbitraryOf(
    schemaOf(endpoint.form && !endpoint.form.orJson ? endpoint.form.fields : endpoint.body),
    ids,
  )
  // A valid body with some fields replaced, to get past the first check.
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

/** `fetch` resolves `.` and `..` as path segments: it would request the list. */
function segmentOf(text: string): string {
  return encodeURIComponent(/^\.{0,2}$/.test(text) ? `${text}0` : text)
}

function send(server: Server, endpoint: Endpoint, one: Case, token: string | undefined): Promise<Answer> {
  const address = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    segmentOf(textOf(Object(one.params)[name] ?? 'x')),
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
  // Each letter of a long text would be a field: megabytes, which are cut without a response (U1).
  for (const [name, value] of Object.entries(body instanceof Object ? body : {}))
    data.set(name, textOf(value))
  data.set(form?.files[0] ?? 'file', new Blob([new Uint8Array(file)]), 'x.jpg')
  return data
}

/** As an address can carry it: without lone surrogates. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}
