import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedCatalogue, seedCustomers } from '../../support/load/seed.ts'
import { countBy } from '../../support/calls/client.ts'
import { orderOf } from '../../support/sales/goods.ts'
import type { Failures, ProofContext } from '../../support/proofs/proof.ts'
import { type EngineName, newPlace, withShopOf } from '../../support/test-environment.ts'
import { type Server, startServer } from '../../support/servers/start-server.ts'

/** Milliseconds. */
export const ORDER_P95 = 250
export const GREEDY = 5
const PRODUCTS = 1_000
const CUSTOMERS = 40
/** 600 a minute, as many as an address may send: many at once, or evenly. */
const AT_ONCE = { atOnce: 50, everyMs: 5_000 }
const EVENLY = { atOnce: 1, everyMs: 100 }
const WORDS = 8
const LETTERS = 12

interface Asked {
  method?: 'GET' | 'POST'
  path: string
  from: string
  access?: string
  body?: unknown
}

interface Answered {
  status: number
  ms: number
  retryAfter: string | undefined
}

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
  const greedy = Array.from({ length: GREEDY }, (_, n) =>
    search(server, `127.0.0.${n + 11}`, seconds, n % 2 === 0 ? AT_ONCE : EVENLY, known),
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

/** As many searches as an address may send: pages and API, words that nothing is like and words that are misspelt. */
async function search(
  server: Server,
  from: string,
  seconds: number,
  { atOnce, everyMs }: { atOnce: number; everyMs: number },
  known: string[],
): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const asked: Promise<Answered>[] = []
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    for (let n = 0; n < atOnce; n++) {
      const word = asked.length % 4 < 2 ? randomWord : () => misspelt(known)
      const words = encodeURIComponent(Array.from({ length: WORDS }, word).join(' '))
      const path =
        asked.length % 2 === 0 ? `/api/products/?page=1&search=${words}` : `/productos?search=${words}`
      asked.push(ask(server, { path, from }, agent))
    }
    await sleep(everyMs)
  }
  const answers = await Promise.all(asked)
  agent.destroy()
  return answers
}

function randomWord(): string {
  return Array.from({ length: LETTERS }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join(
    '',
  )
}

/** A known word with another letter: it is corrected, and searched for once more. */
function misspelt(known: string[]): string {
  const word = known[Math.floor(Math.random() * known.length)] ?? ''
  const at = Math.floor(Math.random() * word.length)
  return `${word.slice(0, at)}${randomWord().slice(0, 1)}${word.slice(at + 1)}`
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

function ask(
  server: Server,
  { method = 'GET', path, from, access, body }: Asked,
  agent?: Agent,
): Promise<Answered> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      cookie: 'ageVerified=true',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
    }
    const sent = request(
      {
        host: '127.0.0.1',
        port: server.port,
        localAddress: from,
        method,
        path,
        headers,
        ...(agent && { agent }),
      },
      (answer) => {
        answer.resume()
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            ms: Math.round(performance.now() - began),
            retryAfter: answer.headers['retry-after'],
          }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(payload)
  })
}

function p95(answers: Answered[]): number {
  return answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor((answers.length - 1) * 0.95)] ?? 0
}
