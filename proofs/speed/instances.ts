import { parseArgs } from 'node:util'
import { get } from '../load/load.ts'
import { goodsOfAll, orderRequests } from '../load/orders.ts'
import { withPlace, withShopOf } from '../../test/support/test-environment.ts'
import { measuredLine, printHeading } from '../load/report.ts'
import { seedCatalogue, seedCustomers, type Seeded } from '../load/seed.ts'
import { startBenchServer, together } from '../load/bench-server.ts'

/**
 * `npm run bench instances`: one instance of the shop and several on one PostgreSQL, the load spread over all of them.
 * With everything on two cores, throughput hardly rises; the CPU time of a response says what more cores would bring.
 */
const { values: options } = parseArgs({
  options: {
    instances: { type: 'string', default: '1,2' },
    products: { type: 'string', default: '1000,100000' },
    /** Any of kept page, kept list, fresh page, customers' list, orders, by words of their names. */
    parts: { type: 'string', default: 'page,list,orders' },
    connections: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '4' },
  },
})
const numbers = (list: string) => list.split(',').map(Number)
const connections = Number(options.connections)
/** More than order at the same time, so that no customer gets a long history in one run. */
const CUSTOMERS = 200
const GOODS = 2_000

interface Part {
  name: string
  answers: 'kept' | 'fresh'
  expected: number
  requests: string[]
}

printHeading('Instances')
for (const products of numbers(options.products)) {
  await withPlace('postgres', async (scope, place) => {
    const parts = await withShopOf(scope, place, async (shop) =>
      partsOf(
        await seedCatalogue(shop, products),
        await goodsOfAll(shop, GOODS),
        await seedCustomers(shop, CUSTOMERS),
      ),
    )
    const table: Record<string, string | number>[] = []
    for (const instances of numbers(options.instances)) {
      const start = () => startBenchServer(scope, place, { pages: true })
      const server = together(await Promise.all(Array.from({ length: instances }, start)))
      for (const { name, answers, expected, requests } of parts) {
        await server.keep(answers)
        const load = { connections, seconds: Number(options.seconds), warmUpSeconds: 2, requests }
        table.push({ part: name, instances, ...(await measuredLine({ server, place, expected }, load)) })
      }
      await server.stop()
    }
    console.log(`postgres, ${products} products, ${connections} connections`)
    console.table(table.toSorted((a, b) => String(a['part']).localeCompare(String(b['part']))))
  })
}

function partsOf({ productIds }: Seeded, goods: Seeded['goods'], tokens: string[]): Part[] {
  const pages = productIds.slice(0, 20).map((id) => get(`/producto/${id}`))
  const addresses = Array.from({ length: 20 }, (_, page) => `/api/products/?page=${page + 1}&page_size=9`)
  const all: Part[] = [
    { name: 'kept page', answers: 'kept', expected: 200, requests: pages },
    { name: 'kept list', answers: 'kept', expected: 200, requests: addresses.map((address) => get(address)) },
    { name: 'fresh page', answers: 'fresh', expected: 200, requests: pages },
    {
      name: "customers' list",
      answers: 'kept',
      expected: 200,
      requests: addresses.map((address, index) => get(address, tokens[index])),
    },
    { name: 'orders', answers: 'kept', expected: 201, requests: orderRequests(goods, tokens) },
  ]
  return all.filter(({ name }) => options.parts.split(',').some((word) => name.includes(word)))
}
