import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBenchServer } from '../load/bench-server.ts'
import { fillLarge, LARGE } from '../load/large-shop.ts'
import { goodsOfAll } from '../load/orders.ts'
import { printHeading } from '../load/report.ts'
import { seedCustomers } from '../load/seed.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { RECIPIENT } from '../../test/support/sales/orders.ts'
import { type EngineName, withPlace, withShopOf } from '../../test/support/test-environment.ts'

/**
 * `npm run bench prices`: preview, apply and undo of a rule over 3,000 presentations beside 50,000 orders, one at a time, and
 * the orders that are placed meanwhile. `--engine embedded` for the other database.
 */
const { values: options } = parseArgs({
  options: { engine: { type: 'string', default: 'postgres' }, times: { type: 'string', default: '10' } },
})
/** Each product has two presentations. */
const SIZE = { ...LARGE, products: 1_500, claims: 500, activity: 50_000 }
const GOAL_MS: Record<string, number> = { preview: 250, apply: 400, undo: 400 }

printHeading(`Prices by a rule, ${JSON.stringify(SIZE)}`)
await withPlace(options.engine as EngineName, async (scope, place) => {
  const { admin, customer, goods } = await withShopOf(scope, place, async (shop) => {
    await fillLarge(shop, SIZE)
    const [customer = ''] = await seedCustomers(shop, 1)
    const admin = (await insertPerson(shop, { admin: true })).access
    return { admin, customer, goods: await goodsOfAll(shop, 100) }
  })
  const server = await startBenchServer(scope, place, { pages: false })
  const times: Record<string, number[]> = {
    preview: [],
    apply: [],
    undo: [],
    order: [],
    'order meanwhile': [],
  }

  async function timed<Body>(name: string, path: string, token: string, body: object): Promise<Body> {
    const started = performance.now()
    const reply = await fetch(`http://127.0.0.1:${server.ports[0]}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${answer.slice(0, 200)}`)
    times[name]?.push(performance.now() - started)
    return JSON.parse(answer) as Body // safe: the answers below are read as the API documents them
  }
  let sold = 0
  const order = (name: string) => {
    const { productId, blisterId } = goods[(sold += 1) % goods.length] ?? { productId: 0, blisterId: 0 }
    const products = [{ product_id: productId, blister_id: blisterId, quantity: 1 }]
    return timed(name, '/orders/', customer, { ...RECIPIENT, products })
  }

  for (let time = 0; time < 20; time += 1) await order('order')
  for (let time = 0; time < Number(options.times); time += 1) {
    const asked = { rule: { kind: 'percent', percent: 12, round_to: 100 }, filter: {} }
    const { token, count } = await timed<{ token: string; count: number }>(
      'preview',
      '/price-runs/preview/',
      admin,
      asked,
    )
    if (count !== 3_000) throw new Error(`${count} presentations`)
    const running = new AbortController()
    const buying = (async () => {
      while (!running.signal.aborted) {
        await order('order meanwhile')
        await sleep(5)
      }
    })()
    const run = await timed<{ id: number }>('apply', '/price-runs/', admin, { ...asked, token })
    await timed('undo', `/price-runs/${run.id}/undo/`, admin, {})
    running.abort()
    await buying
  }
  console.table(Object.entries(times).map(([name, each]) => rowOf(name, each)))
})

function rowOf(name: string, times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => Number((sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1))
  const over = at(0.5) > (GOAL_MS[name] ?? Infinity) ? '<<<' : ''
  return { name, times: times.length, 'min ms': at(0), 'p50 ms': at(0.5), 'max ms': at(1), over }
}
