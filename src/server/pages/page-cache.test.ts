import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../../test/support/databases/test-database.ts'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { openDatabase } from '../db/connect.ts'
import type { PublicCall, Renderer } from './pages.ts'

/** A page with all product names, read from the renderer's data source. */
function namesRenderer() {
  let call: PublicCall | undefined
  const renderer: Renderer & { rendered: string[] } = {
    developing: false,
    inlineScripts: [],
    rendered: [],
    async render(url) {
      renderer.rendered.push(url)
      const page = await call?.('GET /products/', { query: {} })
      const status = page && 'refusal' in page ? page.status : 200
      return { status, html: `<!doctype html>${JSON.stringify(page)}` }
    },
    connect: (publicCall) => {
      call = publicCall
    },
    serveAssets: () => Promise.resolve(),
  }
  return renderer
}

describe.each(enginesOf(import.meta.filename))('cached pages on %s', (engine) => {
  let shop: TestShop
  const renderer = namesRenderer()
  beforeAll(async () => {
    shop = await openShop(engine, { renderer })
    await shop.hasProduct({ name: 'Lapacho' })
  })
  afterAll(() => shop.close())

  it('renders a page once for twenty first requests at the same time', async () => {
    renderer.rendered.length = 0
    const pages = await Promise.all(Array.from({ length: 20 }, () => shop.app.inject('/productos')))
    expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
    expect(renderer.rendered).toHaveLength(1)
  })

  it('shares one page among addresses with meaningless differences', async () => {
    renderer.rendered.length = 0
    const noise = ['', '&utm_source=red', '&fbclid=1', '&x=1&y=2']
    for (const more of noise) await shop.app.inject(`/productos?category=auto&page=2${more}`)
    await shop.app.inject('/productos?utm_medium=a&page=2&category=auto')
    await shop.app.inject('/productos/?page=2&category=auto')
    expect(renderer.rendered).toHaveLength(1)
    expect(renderer.rendered[0]).not.toMatch(/utm|fbclid/)
  })

  it('shares one response of the API among such addresses', async () => {
    const first = await shop.anonymous.get('/products/?page=1&page_size=9')
    const looking = vi.spyOn(shop.database.publicDb, 'selectFrom')
    for (const address of ['?utm_source=red&page=1&page_size=9', '?page_size=9&page=1&_=17']) {
      expect((await shop.anonymous.get(`/products/${address}`)).text).toBe(first.text)
    }
    expect(looking).not.toHaveBeenCalled()
    looking.mockRestore()
  })

  it('sends an ETag and answers 304 to it', async () => {
    const { headers } = await shop.app.inject('/productos')
    const again = await shop.app.inject({
      url: '/productos',
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  })

  it('ignores the host in an absolute request URL', async () => {
    const address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    renderer.rendered.length = 0
    for (const path of [
      '/.//evil.example',
      '/%2e//evil.example/merch',
      '/./\\evil.example/merch',
      '//./..//evil.example/trofeos',
      '/.//evil.example:99999/garantia',
      'http://evil.example//carrito',
    ])
      expect(await statusOf(address, path)).toBe(200)
    expect(renderer.rendered.length).toBeGreaterThan(3)
    const ours = new URL(shop.shop.config.publicUrl).origin
    expect(new Set(renderer.rendered.map((url) => new URL(url).origin))).toEqual(new Set([ours]))
    expect(renderer.rendered.filter((url) => new URL(url).pathname.startsWith('//'))).toEqual([])
  })

  it('is not cached when the database was down while it was rendered', async () => {
    const away = vi.spyOn(shop.database.publicDb, 'selectFrom').mockImplementation(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    })
    const failed = await shop.app.inject('/merch?page=7').finally(() => away.mockRestore())
    expect(failed.statusCode).toBe(503)
    expect(failed.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '2' })
    expect(failed.headers['etag']).toBeUndefined()
    const well = await shop.app.inject('/merch?page=7')
    expect([well.statusCode, well.body.includes('Lapacho')]).toEqual([200, true])
  })

  it('is rendered again after a change of the catalogue', async () => {
    await shop.app.inject('/productos')
    await shop.hasProduct({ name: 'Zonda' })
    await vi.waitFor(async () => expect((await shop.app.inject('/productos')).body).toContain('Zonda'))
  })
})

/** Requests an address exactly as written; `fetch` would normalize it. */
async function statusOf(shop: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(shop)
  const asked = request({ hostname, port, path, agent: false }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

describe('caches of two instances on one PostgreSQL', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const [one, two] = await Promise.all([1, 2].map(() => openInstance(databaseUrl)))
  if (!one || !two) throw new Error('Two were opened')
  afterAll(async () => {
    await one.close()
    await two.close()
    await drop()
  })

  it('a change in one is seen in the other, in pages and API', async () => {
    expect((await two.app.inject('/productos')).body).not.toContain('Arrope')
    await two.app.inject('/api/products/?page=1')
    await one.hasProduct({ name: 'Arrope' })
    await vi.waitFor(async () => {
      expect((await two.app.inject('/productos')).body).toContain('Arrope')
      expect((await two.app.inject('/api/products/?page=1')).body).toContain('Arrope')
    })
    expect(two.renderer.rendered.length).toBeGreaterThan(1)
  })

  it('also a change while the connection for notifications was lost', async () => {
    await two.app.inject('/productos')
    await two.app.inject('/api/products/?page=1')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`.execute(
      one.database.db,
    )
    await one.hasProduct({ name: 'Vidala' })
    await vi.waitFor(
      async () => {
        expect((await two.app.inject('/productos')).body).toContain('Vidala')
        expect((await two.app.inject('/api/products/?page=1')).body).toContain('Vidala')
      },
      { timeout: 5_000 },
    )
    // And it listens again.
    await sleep(500)
    await one.hasProduct({ name: 'Camalote' })
    await vi.waitFor(async () => expect((await two.app.inject('/productos')).body).toContain('Camalote'))
  })
})

async function openInstance(databaseUrl: string) {
  const renderer = namesRenderer()
  const database = await openDatabase({ log: pino({ level: 'silent' }), databaseUrl })
  return { ...(await openShop('postgres', { renderer, database })), renderer }
}
