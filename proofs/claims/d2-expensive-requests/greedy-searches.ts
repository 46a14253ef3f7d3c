import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, ask, type Asked, AT_ONCE, EVENLY, search } from '../../load/searches.ts'
import { seedCatalogue, seedCustomers } from '../../load/seed.ts'
import { countBy } from '../../../test/support/calls/client.ts'
import { orderOf } from '../../../test/support/sales/goods.ts'
import type { Failures, ProofContext } from '../../support/proof.ts'
import { type EngineName, newPlace, withShopOf } from '../../../test/support/test-environment.ts'
import { type Server, startServer } from '../../../test/support/servers/start-server.ts'

/** Milliseconds. */
export const ORDER_P95 = 250
export const GREEDY = 5
const PRODUCTS = 1_000
const CUSTOMERS = 40

/**
 * Five addresses search for eight random words, pages and API in turn, as often as they may, while customers order and
 * somebody asks `/readyz`. Every order must be placed, and every refusal say when to come back.
 */
export async function underGreedySearches(
  context: ProofContext,
  engine: EngineName,
  failures: Failures,
): Promise<string> {
  const place = await newPlace(context, engine)
  const { goods, searches, tokens } = await withShopOf(context, place, async (shop) => ({
    ...(await seedCatalogue(shop, PRODUCTS)),
    tokens: await seedCustomers(shop, CUSTOMERS),
  }))
  const server = await startServer(context, place, { env: { RATE_LIMIT_FACTOR: '1' } })
  const others = (seconds: number) => orderAndCheck(server, seconds, goods, tokens)
  const quiet = await others(4)
  const seconds = context.full ? 120 : 20
  const known = searches.flatMap((words) => words.split(' '))
  const end = performance.now() + seconds * 1_000
  const isOver = () => performance.now() > end
  const greedy = Array.from({ length: GREEDY }, (_, n) =>
    search(server, `127.0.0.${n + 11}`, isOver, n % 2 === 0 ? AT_ONCE : EVENLY, known),
  )
  const { orders, checks } = await others(seconds)
  const searched = (await Promise.all(greedy)).flat()

  judge(engine, { orders, checks, searched }, failures)
  const slowest = p95(orders)
  const limit = Math.max(ORDER_P95, context.judgesTime ? 0 : 4 * p95(quiet.orders))
  if (slowest > limit) failures.add(`${engine}: orders wait for searches`, `p95 ${slowest} ms`)
  const statuses = JSON.stringify(countBy(searched, ({ status }) => String(status)))
  return `${engine}: ${orders.length} orders p95 ${slowest} ms (${p95(quiet.orders)} before), /readyz p95 ${p95(checks)} ms, searches ${statuses} p95 ${p95(searched)} ms`
}

/** Five orders and two questions for `/readyz` a second. */
async function orderAndCheck(
  server: Server,
  seconds: number,
  goods: { productId: number; blisterId: number }[],
  tokens: string[],
) {
  const order = (n: number): Asked => {
    const { productId = 0, blisterId = 0 } = goods[n % goods.length] ?? {}
    return {
      method: 'POST',
      path: '/api/orders/',
      from: '127.0.0.1',
      access: tokens[n % tokens.length] ?? '',
      body: orderOf({ product_id: productId, blister_id: blisterId, quantity: 1, name: '' }),
    }
  }
  const orders = every(200, seconds, (n) => ask(server, order(n)))
  const checks = every(500, seconds, () => ask(server, { path: '/readyz', from: '127.0.0.1' }))
  return { orders: await orders, checks: await checks }
}

function judge(
  engine: EngineName,
  { orders, checks, searched }: Record<'orders' | 'checks' | 'searched', Answered[]>,
  failures: Failures,
): void {
  for (const { status } of orders)
    if (status !== 201) failures.add(`${engine}: an order is refused because of searches`, String(status))
  for (const { status } of checks)
    if (status !== 200) failures.add(`${engine}: /readyz fails because of searches`, String(status))
  for (const { status, retryAfter } of searched)
    if (status !== 200 && !(status === 503 && retryAfter))
      failures.add(`${engine}: a search is answered otherwise than allowed`, `${status}, ${retryAfter}`)
  if (searched.every(({ status }) => status !== 503) && p95(searched) < 100)
    failures.add(`${engine}: searches cost nothing, so nothing was tried`)
}

/** Asks at fixed times, whether the last one was answered or not. */
async function every(
  milliseconds: number,
  seconds: number,
  asking: (n: number) => Promise<Answered>,
): Promise<Answered[]> {
  const asked: Promise<Answered>[] = []
  const end = performance.now() + seconds * 1_000
  for (let n = 0; performance.now() < end; n++) {
    asked.push(asking(n))
    await sleep(milliseconds)
  }
  return Promise.all(asked)
}

function p95(answers: Answered[]): number {
  return answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor((answers.length - 1) * 0.95)] ?? 0
}
