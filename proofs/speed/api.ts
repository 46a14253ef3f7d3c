import { parseArgs } from 'node:util'
import { get } from '../load/load.ts'
import { orderRequests } from '../load/orders.ts'
import {
  engines,
  type EngineName,
  type Place,
  withPlace,
  withShopOf,
} from '../../test/support/test-environment.ts'
import { measuredLine, printHeading } from '../load/report.ts'
import { seedCatalogue, seedCustomers, type Seeded } from '../load/seed.ts'
import { type BenchServer, startBenchServer } from '../load/bench-server.ts'

/**
 * `npm run bench api`: throughput and latency of the API's list, search and detail, for visitors (cached, and rendered for
 * each request) and for customers, and orders a second. Options choose parts, see `options`.
 */
const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: engines.join() },
    products: { type: 'string', default: '1000,100000' },
    connections: { type: 'string', default: '1,10,50' },
    /** Any of list, search, suggest, facets, detail, orders. */
    parts: { type: 'string', default: 'list,search,detail,orders' },
    /** Any of kept, fresh, customer. */
    callers: { type: 'string', default: 'kept,fresh,customer' },
    seconds: { type: 'string', default: '3' },
  },
})
const chosen = (list: string) => list.split(',')
const parts = chosen(options.parts)
const seconds = Number(options.seconds)
const ORDER_CONNECTIONS = [1, 8, 32]
/** More than order at the same time, so that no customer gets a long history in one run. */
const CUSTOMERS = 2_000

printHeading('API')
for (const engine of engines.filter((name) => chosen(options.engines).includes(name))) {
  for (const products of chosen(options.products).map(Number)) {
    await withPlace(engine, async (scope, place) => {
      const seeded = await withShopOf(scope, place, async (shop) => ({
        ...(await seedCatalogue(shop, products)),
        tokens: await seedCustomers(shop, CUSTOMERS),
      }))
      const server = await startBenchServer(scope, place, { pages: false })
      await benchReading({ server, place, engine, products, seeded })
      if (parts.includes('orders') && products <= 1_000)
        await benchOrders({ server, place, engine, products, seeded })
    })
  }
}

interface Stage {
  server: BenchServer
  place: Place
  engine: EngineName
  products: number
  seeded: Seeded & { tokens: string[] }
}

async function benchReading({ server, place, engine, products, seeded }: Stage): Promise<void> {
  const table: Record<string, string | number>[] = []
  for (const caller of chosen(options.callers)) {
    await server.keep(caller === 'fresh' ? 'fresh' : 'kept')
    for (const part of parts.filter((name) => name !== 'orders')) {
      for (const connections of chosen(options.connections).map(Number)) {
        const requests = addresses(part, seeded).map((address, index) =>
          get(address, caller === 'customer' ? seeded.tokens[index % seeded.tokens.length] : undefined),
        )
        const load = { connections, seconds, warmUpSeconds: 1, requests }
        table.push({
          caller,
          part,
          connections,
          ...(await measuredLine({ server, place, expected: 200 }, load)),
        })
      }
    }
  }
  if (table.length === 0) return
  console.log(`${engine}, ${products} products`)
  console.table(table)
}

function addresses(part: string, { productIds, searches }: Seeded): string[] {
  switch (part) {
    case 'list':
      return ['', '&type=auto', '&exclude_types=merch', '&limited_edition=true'].flatMap((filter) =>
        Array.from({ length: 10 }, (_, page) => `/api/products/?page=${page + 1}&page_size=9${filter}`),
      )
    case 'search':
      return searches.map((words) => `/api/products/?page=1&page_size=9&search=${encodeURIComponent(words)}`)
    case 'suggest':
      return searches.map((words) => `/api/products/suggest/?q=${encodeURIComponent(words.slice(0, 5))}`)
    case 'facets':
      return [
        '',
        'thc.20-25',
        'type.fem*stock.con',
        'thc.20-25*thc.25-*flowering.56-63*dominance.indica',
      ].map((facets) => `/api/products/facets/?facets=${encodeURIComponent(facets)}`)
    case 'detail':
      return productIds.slice(0, 500).map((id) => `/api/products/${id}/`)
    default:
      throw new Error(`No part is called ${part}: list, search, suggest, facets, detail, orders`)
  }
}

async function benchOrders({ server, place, engine, seeded }: Stage): Promise<void> {
  const { goods, tokens } = seeded
  const table: Record<string, string | number>[] = []
  const requests = orderRequests(goods, tokens)
  for (const connections of ORDER_CONNECTIONS) {
    const load = { connections, seconds: Math.max(seconds, 4), warmUpSeconds: 1, requests }
    table.push({ connections, ...(await measuredLine({ server, place, expected: 201 }, load)) })
  }
  console.log(`${engine}, orders of two presentations (with ledger, activity and two mails each)`)
  console.table(table)
}
