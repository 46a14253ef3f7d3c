import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getProduct, listProducts, type Product } from '../src/contract/catalog/catalog.ts'
import { PAGE_SLUGS, pagePath } from '../src/contract/legal/page-rules.ts'
import { createApp } from '../src/server/app.ts'
import * as rules from '../src/server/catalog/rules.ts'
import type { Renderer } from '../src/server/pages/pages.ts'
import { routes } from '../src/web/app/routes.tsx'
import { type AnonymousRequest, anonymousRequests } from './support/prices/anonymous-requests.ts'
import { engines } from './support/open-shop.ts'
import { fits, publicFiles, publicPages } from './support/prices/public-addresses.ts'
import { falling, openPricedWorld, type PricedWorld, rising } from './support/prices/priced-world.ts'
import { openSourceRenderer } from './support/servers/source-renderer.ts'
import { isWhole } from './support/whole.ts'

/**
 * Prices are for accounts: two shops that differ only in prices and discounts answer every anonymous request with the
 * same bytes. The test is tested too: it must notice a shop that leaks.
 */

type SourceRenderer = Awaited<ReturnType<typeof openSourceRenderer>>

/** Of the shops of one engine, then of the other. */
let renderers: [SourceRenderer, SourceRenderer]
beforeAll(async () => {
  renderers = [await openSourceRenderer(), await openSourceRenderer()]
}, 60_000)
afterAll(() => {
  for (const each of renderers) each.close()
})

describe.each(engines)('two shops that differ only in prices and discounts, on %s', (engine) => {
  let worlds: [PricedWorld, PricedWorld]
  let requests: AnonymousRequest[]

  beforeAll(async () => {
    const [one, other] = renderers
    worlds = [
      await openPricedWorld(engine, rising, { renderer: one }),
      await openPricedWorld(engine, falling, { renderer: other }),
    ]
    const [{ lastProduct, lastBlister, described }] = worlds
    const extent = { lastProduct, lastBlister, lastBrand: 4, described }
    const all = anonymousRequests(extent, { inThrees: !isWhole })
    expect(all.length).toBeGreaterThanOrEqual(isWhole ? 3_000 : 1_500)
    requests = engine === 'postgres' ? all : all.filter((_, i) => i % 4 === 0)
  }, 120_000)
  afterAll(async () => {
    for (const opened of worlds ?? []) await opened.close()
  })

  it('are asked for every page and file outside the API; those of the API are in its own description', async () => {
    const [{ app }] = worlds
    const patterns = [...publicPages(routes), ...publicFiles(app)]
    expect(patterns.length).toBeGreaterThan(30)
    const missing = patterns.filter(
      (pattern) => !requests.some(({ method, url }) => method === 'GET' && fits(pattern, url)),
    )
    // Add them to test/support/prices/anonymous-requests.ts.
    expect(engine === 'postgres' ? missing : []).toEqual([])
    for (const slug of PAGE_SLUGS)
      for (const url of [
        pagePath(slug),
        `/api/pages/${slug}/`,
        '/trofeos',
        '/manifest.webmanifest',
        '/og.jpg',
      ])
        expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
  })

  it('show a customer different prices of everything, in a different order', async () => {
    // In an order that no price decides.
    const lists = await Promise.all(
      worlds.map(({ customer }) => customer.get('/products/?ordering=-created_at')),
    )
    const [rises, falls] = lists.map(({ body }) => (body as Product[]).flatMap(({ blisters }) => blisters))
    expect(rises?.length).toBeGreaterThan(40)
    expect(rises?.filter(({ price }, i) => price === falls?.[i]?.price)).toEqual([])
    const orders = await Promise.all(
      worlds.map(({ customer }) => customer.get('/products/?ordering=min_price')),
    )
    const names = orders.map(({ body }) => body.map(({ name }: { name: string }) => name))
    expect(names[0]).not.toEqual(names[1])
  })

  it('answer every anonymous request with the same bytes', async () => {
    const apps = worlds.map(({ app }) => app) as [FastifyInstance, FastifyInstance]
    const differences: string[] = []
    const read: number[] = []
    const statuses = new Set<number>()
    for (const request of requests) {
      const [one, other] = await askBoth(apps, request)
      statuses.add(one.status)
      if (request.method === 'GET' && ![301, 302, 401].includes(one.status)) read.push(one.status)
      if (one.all !== other.all) differences.push(described(request, one, other))
    }
    expect(differences).toEqual([])
    // Of what visitors may read, old addresses aside, most exist.
    expect(read.filter((status) => status === 200).length).toBeGreaterThan(read.length * 0.8)
    expect(Math.max(...statuses)).toBeLessThan(500)
  }, 240_000)

  it("answer 304 to each other's ETag", async () => {
    const apps = worlds.map(({ app }) => app) as [FastifyInstance, FastifyInstance]
    const kept = requests.filter(({ method }, i) => method === 'GET' && i % 8 === 0)
    let [found, revalidated] = [0, 0]
    for (const request of kept) {
      const [one, other] = await askBoth(apps, request)
      if (one.status !== 200) continue
      found += 1
      if (one.etag === undefined || other.etag === undefined) continue
      revalidated += 1
      const fromOther = await ask(apps[0], withTag(request, other.etag))
      const fromOne = await ask(apps[1], withTag(request, one.etag))
      expect([fromOther.status, request.url]).toEqual([304, request.url])
      expect(fromOther.all).toBe(fromOne.all)
    }
    expect(found).toBeGreaterThan(kept.length * 0.6)
    expect(revalidated).toBeGreaterThan(found * 0.9)
  }, 60_000)

  /** Sends the requests to a changed application on the same shops until a response differs. */
  async function firstDifference(open: (world: PricedWorld, renderer: Renderer) => Promise<FastifyInstance>) {
    const apps: FastifyInstance[] = []
    try {
      for (const [i, world] of worlds.entries()) apps.push(await open(world, renderers[i] as Renderer))
      let asked = 0
      for (const request of requests) {
        asked += 1
        const [one, other] = await askBoth(apps as [FastifyInstance, FastifyInstance], request)
        if (one.all !== other.all) return { asked, url: request.url }
      }
      return undefined
    } finally {
      for (const app of apps) await app.close()
    }
  }

  describe('are found different by a fault that', () => {
    it('writes prices for everybody', async () => {
      const found = await firstDifference(async ({ shop }) => {
        // One object holds the shapes of single products and of lists.
        const { schemas } = listProducts.reply
        expect(schemas).toBe(getProduct.reply.schemas)
        const { anonymous } = schemas
        schemas.anonymous = schemas.customer
        try {
          return await createApp(shop)
        } finally {
          schemas.anonymous = anonymous
        }
      })
      expect(found).toBeDefined()
    })

    it('orders by price for everybody', async () => {
      const { orderOf } = rules
      const leak = vi.spyOn(rules, 'orderOf').mockImplementation((query) => orderOf(query, 'customer'))
      const found = await firstDifference(({ shop }) => createApp(shop)).finally(() => leak.mockRestore())
      // The usual order of accounts depends on prices too.
      expect(found?.url).toMatch(/product/)
    })

    it('filters by price for everybody', async () => {
      const { filterOf } = rules
      const leak = vi.spyOn(rules, 'filterOf').mockImplementation((query) => filterOf(query, 'customer'))
      const found = await firstDifference(({ shop }) => createApp(shop)).finally(() => leak.mockRestore())
      expect(found?.url).toMatch(/priceStatus|priceRange|discount/)
    })

    it('derives a header from what the customer sees', async () => {
      const found = await firstDifference(async ({ shop, customer }) => {
        const app = await createApp(shop)
        app.addHook('onSend', async (request, reply) => {
          if (!request.url.startsWith('/api/products/?')) return
          reply.header('x-length', String((await customer.get('/products/')).text.length))
        })
        return app
      })
      expect(found).toBeDefined()
    })

    it('renders its pages as for a customer', async () => {
      const pagesOnly = requests
      requests = requests.filter(({ url }) => !url.startsWith('/api/'))
      const found = await firstDifference(({ shop, customer }, renderer) =>
        createApp(shop, {
          ...renderer,
          connect: (publicCall) =>
            renderer.connect(async (endpoint, input) => {
              const { id } = (input.params ?? {}) as { id?: number }
              const path = endpoint.replace('GET ', '').replace(':id', String(id))
              const said = await publicCall(endpoint, input)
              if (!path.startsWith('/products/') || 'refusal' in said) return said
              const query = new URLSearchParams(input.query as Record<string, string>).toString()
              return { answer: (await customer.get(`${path}?${query}`)).body as unknown }
            }),
        }),
      ).finally(() => {
        requests = pagesOnly
      })
      expect(found).toBeDefined()
    })
  })
})

interface Answer {
  status: number
  etag: string | undefined
  /** Status, headers and bytes as one text; what differs from request to request by design is taken out. */
  all: string
}

function askBoth(
  apps: [FastifyInstance, FastifyInstance],
  request: AnonymousRequest,
): Promise<[Answer, Answer]> {
  return Promise.all([ask(apps[0], request), ask(apps[1], request)])
}

async function ask(app: FastifyInstance, { method, url, headers, body }: AnonymousRequest): Promise<Answer> {
  const reply = await app.inject({
    method,
    url,
    headers,
    ...(body !== undefined && { payload: body as Record<string, unknown> }),
  })
  const { date: _, 'x-request-id': id, ...rest } = reply.headers
  const bytes = reply.rawPayload.toString('latin1').replaceAll(String(id), 'the request id')
  return {
    status: reply.statusCode,
    etag: typeof rest.etag === 'string' ? rest.etag : undefined,
    all: `${reply.statusCode} ${JSON.stringify(rest)}\n${bytes}`,
  }
}

function withTag(request: AnonymousRequest, etag: string): AnonymousRequest {
  return { ...request, headers: { ...request.headers, 'if-none-match': etag } }
}

function described({ method, url }: AnonymousRequest, one: Answer, other: Answer): string {
  const at = [...one.all].findIndex((character, i) => character !== other.all[i])
  const around = ({ all }: Answer) => all.slice(Math.max(0, at - 60), at + 80)
  return `${method} ${url}: ${around(one)} ≠ ${around(other)}`
}
