import { parseArgs } from 'node:util'
import { fillLarge, LARGE } from '../load/large-shop.ts'
import { type EngineName, withPlace, withShopOf } from '../../test/support/test-environment.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { printHeading } from '../load/report.ts'
import { startBenchServer } from '../load/bench-server.ts'

/**
 * `npm run bench admin-lists`: response times of each list of the back office on a large shop, one request at a time:
 * first page, middle and last page, filters and searches. `--engine embedded` for the other database.
 */
const { values: options } = parseArgs({
  options: { engine: { type: 'string', default: 'postgres' }, times: { type: 'string', default: '15' } },
})
const GOAL_MS = 50

const PATHS = [
  ...pages('/products/?', 9, LARGE.products),
  '/products/?page=1&page_size=9&search=sur',
  '/products/?page=1&page_size=9&availability=unavailable',
  '/products/?page=1&page_size=9&stock=low-stock',
  '/products/?page=1&page_size=9&stock=out-of-stock&edition=limited&priceStatus=with-price',
  '/products/counts/',
  ...pages('/orders/?', 9, LARGE.orders),
  ...pages('/orders/?status=pending&', 9, LARGE.orders / 5),
  '/orders/?status=pending&archived=false&page=1&page_size=9',
  '/orders/?status=completed&page=1&page_size=9&search=apellido%20500',
  '/orders/?page=1&page_size=9&search=lucia',
  '/orders/?page=1&page_size=9&search=zzzz',
  '/orders/?orderId=40000',
  ...pages('/warranty-claims/?include_user_details=true&', 9, LARGE.claims),
  '/warranty-claims/?page=1&page_size=9&status=pending',
  '/warranty-claims/?page=1&page_size=9&search=apellido%20500',
  '/warranty-claims/?include_user_details=true',
  '/warranty-claims/counts/',
  ...pages('/activity-logs/?', 20, LARGE.activity),
  '/activity-logs/?page=1&page_size=20&action=order',
  '/activity-logs/?page=3000&page_size=20&action=order',
  '/activity-logs/?page=1&page_size=20&search=persona_77',
  '/activity-logs/?page=1&page_size=20&search=gen%C3%A9tica',
  '/activity-logs/?page=1&page_size=20&search=zzzz',
  '/activity-logs/?page=1&page_size=20&date_from=2026-01-01',
  '/activity-logs/?entity=order&entity_id=77',
  '/activity-logs/stats/',
  ...pages('/users/?', 12, LARGE.users),
  '/users/?page=1&page_size=12&username=quiroga',
  '/users/?page=1&page_size=12&email=persona_77',
  '/users/?page=1&page_size=12&status=inactive',
  '/users/?page=1&page_size=12&username=zzzz',
  '/brands/',
  '/banners/',
]

printHeading(`Lists of the back office, ${JSON.stringify(LARGE)}`)
await withPlace(options.engine as EngineName, async (scope, place) => {
  const token = await withShopOf(scope, place, async (shop) => {
    const started = Date.now()
    await fillLarge(shop)
    console.log(`Filled in ${Math.round((Date.now() - started) / 1000)} s`)
    return (await insertPerson(shop, { admin: true })).access
  })
  const server = await startBenchServer(scope, place, { pages: false })
  const table: Record<string, unknown>[] = []
  for (const path of PATHS)
    table.push({ path, ...(await timesOf(`http://127.0.0.1:${server.ports[0]}/api${path}`, token)) })
  console.table(table)
})

function pages(base: string, size: number, count: number): string[] {
  return [1, Math.ceil(count / size / 2), Math.ceil(count / size)].map(
    (page) => `${base}page=${page}&page_size=${size}`,
  )
}

async function timesOf(url: string, token: string) {
  const times: number[] = []
  let bytes = 0
  for (let time = -3; time < Number(options.times); time += 1) {
    const started = performance.now()
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    bytes = (await reply.arrayBuffer()).byteLength
    if (reply.status !== 200) throw new Error(`${url}: ${reply.status}`)
    if (time >= 0) times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => Number((times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(1))
  return {
    'min ms': at(0),
    'p50 ms': at(0.5),
    'max ms': at(1),
    kB: Math.round(bytes / 1024),
    over: at(0.5) > GOAL_MS ? '<<<' : '',
  }
}
