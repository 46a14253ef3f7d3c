import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_VALUES } from './support/hostile-inputs/hostile-values.ts'
import { type Client, engines, openShop, type TestShop } from './support/open-shop.ts'
import { ENDS_SESSION } from './support/calls/access-matrix.ts'
import { BODIES } from './support/calls/right-bodies.ts'
import { SEED, takeOneOf } from './support/whole.ts'

const IDS = ['0', '-1', '1.5', '999999', '99999999999999999999', 'abc', '%00', "1'--", '1e3']
const QUERIES = [
  'page=-1',
  'page=abc',
  'page_size=1000000000',
  'page=1e9',
  'search=%00',
  'search=%25_%27',
  'type=%00',
  'ids=1,a,-3,9e99',
  'status=x',
  'date_from=2026-13-40',
]

const placeOf = (path: string) => path.replace('{id}', '1').replace('{slug}', 'envios')

interface Documented {
  paths: Record<string, Record<string, unknown>>
}

/**
 * A part of the values for each field, as most are refused before the database is asked. Ids and queries all by an admin on
 * PostgreSQL, a part otherwise: what reads them is the same.
 */
describe.each(engines)(`every endpoint with bad input, on %s (TEST_SEED=${SEED})`, (engine) => {
  const someOf = takeOneOf(4)
  const mostOf = <Input>(name: string, inputs: Input[]) =>
    engine === 'postgres' && name === 'admin' ? inputs : someOf(inputs)
  let shop: TestShop
  let calls: { method: string; path: string }[]
  /** A new one for each call, as some calls end the session of their caller. */
  const people: [name: string, enter: () => Promise<Client>][] = [
    ['anonymous', () => Promise.resolve(shop.anonymous)],
    ['customer', () => shop.signIn()],
    ['admin', () => shop.signIn({ admin: true })],
  ]

  beforeAll(async () => {
    shop = await openShop(engine)
    await shop.hasProduct({ name: 'Puna', blisters: [{ seed_count: 3, price: 100, stock: 50, discount: 0 }] })
    const admin = await shop.signIn({ admin: true })
    const documented = (await admin.get('/openapi.json')).body as Documented
    calls = Object.entries(documented.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    )
  })
  afterAll(() => shop.close())

  /** Accepts success and proper refusals only: a known status, and for refusals a text and a code. */
  async function send(
    client: Client,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<string | undefined> {
    const short = path.replace('/api', '')
    const reply = await (method === 'GET'
      ? client.get(short)
      : method === 'DELETE'
        ? client.delete(short)
        : client[method.toLowerCase() as 'post' | 'put' | 'patch'](short, body, {
            'content-type': 'application/json',
          }))
    const known = [200, 201, 202, 204, 400, 401, 403, 404, 409, 413, 415, 422, 429]
    const clear =
      reply.status < 300 ||
      (typeof reply.body?.error === 'string' &&
        reply.body.error.length > 3 &&
        typeof reply.body.code === 'string')
    // Texts for people are Spanish, whatever the value was.
    const isEnglish = /invalid|expected|received|required|must|not found/i.test(
      String(reply.body?.error ?? ''),
    )
    if (known.includes(reply.status) && clear && !isEnglish) return undefined
    return `${method} ${path} ${JSON.stringify(body)?.slice(0, 200)} → ${reply.status} ${reply.text.slice(0, 200)}`
  }

  /** Whether the caller may not call it, which is said before the input is looked at: one of the inputs is enough. */
  async function isRefused(
    name: string,
    client: Client,
    { method, path }: (typeof calls)[0],
  ): Promise<boolean> {
    if (name === 'admin') return false
    const call = client[method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete']
    return [401, 403].includes((await call(placeOf(path).replace('/api', ''), {})).status)
  }

  it('covers every documented endpoint', () => {
    expect(calls.length).toBeGreaterThan(30)
    const missing = Object.keys(BODIES).filter(
      (call) => !calls.some(({ method, path }) => `${method} ${path}` === call),
    )
    expect(missing).toEqual([])
    const unknown = calls.filter(
      ({ method, path }) => ['POST', 'PUT', 'PATCH'].includes(method) && !(`${method} ${path}` in BODIES),
    )
    expect(unknown.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/auth/logout/',
      'POST /api/auth/sessions/end-others/',
      'POST /api/auth/passkeys/sign-in/options/',
      'POST /api/auth/close-account/options/',
      'POST /api/auth/users/{id}/recovery-link/',
      'PATCH /api/users/{id}/',
      'POST /api/stock/counts/{id}/apply/',
      'POST /api/lots/{id}/tests/{test}/void/',
      'PUT /api/favorites/{id}/',
      'POST /api/price-runs/{id}/undo/',
      'POST /api/products/import/',
      'POST /api/messages/{id}/retry/',
      'POST /api/messages/{id}/resend/',
      'POST /api/messages/{id}/settle/',
      // Takes a form, never JSON.
      'POST /api/banners/upload_image/',
      'POST /api/test-mail/',
    ])
  })

  it('refuses invalid ids', async () => {
    const wrong: (string | undefined)[] = []
    for (const [name, enter] of people) {
      for (const call of calls.filter(({ path }) => path.includes('{id}'))) {
        const { method, path } = call
        const client = await enter()
        for (const id of (await isRefused(name, client, call)) ? IDS.slice(0, 1) : mostOf(name, IDS))
          wrong.push(await send(client, method, path.replace('{id}', id), BODIES[`${method} ${path}`] ?? {}))
      }
    }
    expect(wrong.filter(Boolean)).toEqual([])
  }, 60_000)

  it('ignores or refuses invalid queries', async () => {
    const wrong: (string | undefined)[] = []
    for (const [name, enter] of people) {
      for (const call of calls.filter(({ method }) => method === 'GET')) {
        const client = await enter()
        for (const query of (await isRefused(name, client, call))
          ? QUERIES.slice(0, 1)
          : mostOf(name, QUERIES))
          wrong.push(await send(client, 'GET', `${placeOf(call.path)}?${query}`))
      }
    }
    expect(wrong.filter(Boolean)).toEqual([])
  }, 60_000)

  it('refuses bodies of every wrong shape', async () => {
    const wrong: (string | undefined)[] = []
    for (const [name, enter] of people) {
      for (const call of calls.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))) {
        const { method, path } = call
        const client = await enter()
        const place = placeOf(path)
        const refused = await isRefused(name, client, call)
        for (const body of refused ? [null] : someOf(HOSTILE_VALUES))
          wrong.push(await send(client, method, place, JSON.stringify(body)))
        if (refused) continue
        const right = BODIES[`${method} ${path}`] ?? {}
        for (const field of Object.keys(right)) {
          for (const value of someOf(HOSTILE_VALUES))
            wrong.push(await send(client, method, place, { ...right, [field]: value }))
          const { [field]: _, ...without } = right
          wrong.push(await send(client, method, place, without))
        }
        // Else the last ones were all answered 401.
        if (name !== 'anonymous' && !ENDS_SESSION.includes(`${method} ${path}`))
          expect((await client.get('/auth/profile/')).status, `after ${method} ${path}`).toBe(200)
      }
    }
    expect(wrong.filter(Boolean)).toEqual([])
  }, 240_000)

  it('refuses a body that is not JSON, too large or of another type', async () => {
    const customer = await shop.signIn()
    const json = { 'content-type': 'application/json' }
    const broken = await customer.post('/orders/', '{"products": [', json)
    expect(broken.status).toBe(400)
    const large = await customer.post('/orders/', { recipient_name: 'x'.repeat(200_000) })
    expect(large.status).toBe(413)
    const other = await customer.post('/orders/', '<order/>', { 'content-type': 'application/xml' })
    expect(other.status).toBe(415)
    for (const reply of [broken, large, other]) expect(reply.body.error).toMatch(/[a-záéíóú]{4}/)
  })
})
