import { parseArgs } from 'node:util'
import { get } from '../load/load.ts'
import { engines, withPlace, withShopOf } from '../../test/support/test-environment.ts'
import { measuredLine, printHeading } from '../load/report.ts'
import { seedCatalogue, type Seeded } from '../load/seed.ts'
import { startBenchServer } from '../load/bench-server.ts'

/**
 * `npm run bench pages`: pages a second and latency of home, catalogue and product at 20 connections, cached and rendered
 * and compressed for each request.
 */
const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: engines.join() },
    products: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '4' },
  },
})

printHeading('Pages')
for (const engine of engines.filter((name) => options.engines.split(',').includes(name))) {
  await withPlace(engine, async (scope, place) => {
    const seeded = await withShopOf(scope, place, (shop) => seedCatalogue(shop, Number(options.products)))
    const server = await startBenchServer(scope, place, { pages: true })
    const table: Record<string, string | number>[] = []
    for (const answers of ['kept', 'fresh'] as const) {
      await server.keep(answers)
      for (const [page, addresses] of Object.entries(pages(seeded))) {
        const load = {
          connections: Number(options.connections),
          seconds: Number(options.seconds),
          warmUpSeconds: 2,
          requests: addresses.map((address) => get(address)),
        }
        table.push({ answers, page, ...(await measuredLine({ server, place, expected: 200 }, load)) })
      }
    }
    console.log(`${engine}, ${options.products} products, ${options.connections} connections`)
    console.table(table)
  })
}

function pages({ productIds }: Seeded): Record<string, string[]> {
  return {
    home: ['/'],
    catalogue: Array.from({ length: 20 }, (_, page) => `/productos?page=${page + 1}`),
    product: productIds.slice(0, 200).map((id) => `/producto/${id}`),
  }
}
