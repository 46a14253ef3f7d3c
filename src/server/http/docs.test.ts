import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import type { Endpoint } from '../../contract/endpoint.ts'

interface Described {
  paths: Record<string, Record<string, { 'x-access': string; 'x-needs'?: string }>>
}

describe.each(['/api/openapi.json', '/api/docs'])('GET %s', (url) => {
  let shop: TestShop
  let staff: [name: string, client: Client][]
  let customer: Client
  const ask = (client?: Client, headers: Record<string, string> = {}) =>
    shop.app.inject({
      url,
      headers: { ...headers, ...(client?.user && { authorization: `Bearer ${client.user.access}` }) },
    })
  /** Calls of the panel, and what only their description has. */
  const OF_STAFF = /\/api\/activity-logs\/|x-needs|"x-access":"admin"|<td>admin<\/td>/

  beforeAll(async () => {
    shop = await openShop('embedded')
    customer = await shop.signIn()
    staff = [
      ['owner', await shop.signIn({ admin: true })],
      ['read', await shop.signIn({ role: 'read' })],
    ]
  })
  afterAll(() => shop.close())

  it('describes the calls of the panel to staff only', async () => {
    const everybody = (await ask()).body
    expect(everybody).toContain('/api/orders/my-orders/')
    expect(everybody).not.toMatch(OF_STAFF)
    if (url === '/api/docs') expect(everybody).toContain('curl -H')
    expect((await ask(customer)).body).toBe(everybody)
    for (const [role, client] of staff) {
      const { body } = await ask(client)
      expect(body, role).toMatch(OF_STAFF)
      expect(body.length, role).toBeGreaterThan(1.5 * everybody.length)
    }
    // Not even after staff have asked.
    expect((await ask()).body).toBe(everybody)
  })

  it('is kept by no cache for a token, and by each client apart without one', async () => {
    const { headers } = await ask()
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'authorization, accept-encoding',
    })
    expect((await ask(undefined, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    for (const client of [customer, ...staff.map(([, one]) => one)])
      expect((await ask(client, { 'if-none-match': String(headers.etag) })).headers).toMatchObject({
        'cache-control': 'private, no-store',
      })
    const wrong = await shop.app.inject({ url, headers: { authorization: `Bearer ${'x'.repeat(43)}` } })
    expect(wrong.statusCode).toBe(401)
  })

  it('is compressed for everybody', async () => {
    for (const client of [undefined, customer, staff[0]?.[1]]) {
      const plain = await ask(client)
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, rawPayload } = await ask(client, { 'accept-encoding': encoding })
        expect(headers['content-encoding']).toBe(encoding)
        expect(rawPayload.length).toBeLessThan(plain.body.length / 3)
        expect(unpack(rawPayload).toString()).toBe(plain.body)
      }
    }
  })
})

it('every endpoint of the contract has a route', async () => {
  const shop = await openShop('embedded')
  const { paths } = (await (await shop.signIn({ admin: true })).get('/openapi.json')).body as Described
  const missing: string[] = []
  for (const file of globSync('src/contract/**/*.ts', { exclude: ['**/*.test.ts'] }))
    for (const one of Object.values((await import(pathToFileURL(file).href)) as object)) {
      if (one?.kind !== 'endpoint') continue
      const { method, path } = one as Endpoint
      const described = paths[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`]
      if (described?.[method.toLowerCase()] === undefined) missing.push(`${method} ${path}`)
    }
  expect(missing).toEqual([])
  await shop.close()
})

it('GET /api/openapi.json describes to visitors exactly the calls that need no role', async () => {
  const shop = await openShop('embedded')
  const admin = await shop.signIn({ admin: true })
  const all = ((await admin.get('/openapi.json')).body as Described).paths
  const shown = ((await shop.anonymous.get('/openapi.json')).body as Described).paths
  const callsOf = (paths: Described['paths']) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, about]) => ({
        call: `${method} ${path}`,
        who: about['x-access'],
      })),
    )
  expect(callsOf(shown)).toEqual(callsOf(all).filter(({ who }) => who !== 'admin'))
  await shop.close()
})
