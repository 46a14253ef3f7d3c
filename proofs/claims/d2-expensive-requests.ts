import { request } from 'node:http'
import { insertPerson } from '../../test/support/people/people.ts'
import { newItem } from '../../test/support/sales/goods.ts'
import { engines, newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext, spread } from '../support/proof.ts'
import { regexesOfShop } from './d2-expensive-requests/regexes.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'
import { checkAll, RECHECK, WITHIN_MS } from './d2-expensive-requests/slow-patterns.ts'
import { GREEDY, ORDER_P95, underGreedySearches } from './d2-expensive-requests/greedy-searches.ts'

/** For requests that are answered all the same: the largest page or list. */
const SERVED_WITHIN_MS = 100
const HUGE = 10 * 1024 * 1024
const DEPTH = 10_000

export const proof: Proof = {
  id: 'D2',
  title: 'Expensive requests',
  claim: `Large and deeply nested requests are refused within ${WITHIN_MS} ms or answered within ${SERVED_WITHIN_MS} ms, and no regular expression of the shop is slow. While ${GREEDY} addresses repeat the most expensive search at the rate limit, orders take at most ${ORDER_P95} ms (p95) and /readyz answers 200.`,
  how: `Every regular expression is checked by ${RECHECK}; suspects are run on the longest text that the pattern can receive. 10 MB of JSON with and without Content-Length, ${DEPTH} brackets, page_size=1e9, URLs and headers of 15 KB are sent. Times are medians; on a busy machine they may be four times that of /healthz. Then ${GREEDY} addresses search for eight random words, alternating pages and API, 600 times a minute each, on both engines; every order must be placed, and a search is answered or refused with 503 and Retry-After.`,
  oneTry: 'a request of each kind',
  tries: { full: 20, short: 5 },
  async run(context) {
    const failures = new Failures()
    const { regexes, built } = regexesOfShop()
    if (built.length > 0) failures.add('a pattern that is built at run time', built.join())
    const isPatternBuild = context.broken === 'slow-pattern'
    const suspicious =
      context.broken === undefined || isPatternBuild ? await checkAll(context, regexes, failures) : 0
    const isGreedyBuild = context.broken === 'no-lane'
    const sizes = isPatternBuild || isGreedyBuild ? 'none' : await sizesOf(context, failures)
    const searches: string[] = []
    if (context.broken === undefined || isGreedyBuild)
      for (const engine of engines) searches.push(await underGreedySearches(context, engine, failures))
    return {
      tries: `${regexes.length} patterns; ${sizes}`,
      figure: [
        `0 slow patterns (${suspicious} that ${RECHECK} suspects stay under ${WITHIN_MS} ms on the longest text they can meet)`,
        ...searches,
      ].join('; '),
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'slow-pattern',
      patches: [
        {
          find: "/^(?=[^@]{1,64}@)[A-Za-z0-9_%+&'-]+(?:\\.[A-Za-z0-9_%+&'-]+)*@(?!-)[A-Za-z0-9À-ɏ-]{1,63}(?:(?<!-)\\.(?!-)[A-Za-z0-9À-ɏ-]{1,63}){1,8}(?<!-)$/",
          replace: '/^([A-Za-z0-9]+[._%+-]?)+@([A-Za-z0-9-]+\\.?)+$/',
        },
      ],
      failsWith: /slow pattern.*email\.ts/,
    },
    {
      name: 'no-body-limit',
      patches: [{ find: 'const JSON_BYTES = 100 * 1024', replace: 'const JSON_BYTES = 100 * 1024 * 1024' }],
      failsWith: /10 MB of JSON/,
    },
    {
      name: 'any-page-size',
      patches: [
        {
          find: '.transform((size) => Math.min(size, MAX_PAGE_SIZE))',
          replace: '.transform((size) => size + 0 * MAX_PAGE_SIZE)',
        },
      ],
      failsWith: /page_size/,
    },
    {
      name: 'slow-addresses',
      patches: [
        {
          find: "withoutEndSlashes(asked.pathname.replace(/^\\/+/, '/'))",
          replace: "asked.pathname.replace(/(.)\\/+$/, '$1') + withoutEndSlashes('')",
        },
      ],
      failsWith: /an address of slashes/,
    },
    {
      name: 'no-lane',
      patches: [
        {
          find: 'const perAddress = limitInFlight(factor > 0 ? PER_ADDRESS : Infinity, refuse)',
          replace: 'const perAddress = limitInFlight(Infinity, refuse)',
        },
        { find: '() => turns(make)', replace: 'make' },
        { find: 'publicDb: kyselyOn(started.publicPool),', replace: 'publicDb: db,' },
        {
          find: '.toSorted((a, b) => b.length - a.length).slice(0, MAX_CORRECTED)',
          replace: '',
        },
        {
          find: 'if (spellings.length === 0) return undefined\nif (spellings[0] !== word) meant.set(word, spellings)',
          replace: 'if (spellings.length > 0) meant.set(word, spellings)',
        },
      ],
      failsWith: /orders wait for searches/,
    },
  ],
}

interface Asked {
  status: number
  text: string
  ms: number
}

async function sizesOf(context: ProofContext, failures: Failures): Promise<string> {
  const place = await placeOn(context, await newCluster(context))
  const shop = await openShopOf(context, place)
  for (let n = 0; n < 130; n++) await newItem(shop, 1)
  const { access } = await insertPerson(shop, { admin: true })
  const server = await startServer(context, place)
  const bearer = { authorization: `Bearer ${access}` }
  const big = Buffer.alloc(HUGE, 'a')
  big.write('{"description":"')
  big.write('"}', HUGE - 2)
  const deep = (open: string, inner: string, close: string) =>
    Buffer.from(open.repeat(DEPTH) + inner + close.repeat(DEPTH))
  const long = 15_000
  const json = { 'content-type': 'application/json' }
  const all: [kind: string, allowed: number[], ask: () => Promise<Asked>][] = []
  const add = (
    kind: string,
    allowed: number[],
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: Buffer,
  ) => all.push([kind, allowed, () => ask(server, { method, url, headers, ...(body && { body }) })])
  for (const url of ['/api/orders/', '/api/products/', '/api/warranty-claims/', '/api/auth/login/']) {
    add('10 MB of JSON', [413], 'POST', url, { ...json, ...bearer, 'content-length': String(HUGE) }, big)
    add(
      '10 MB of JSON without a length',
      [413],
      'POST',
      url,
      { ...json, ...bearer, 'transfer-encoding': 'chunked' },
      big,
    )
    add('deep lists', [400], 'POST', url, { ...json, ...bearer }, deep('[', '', ']'))
    add('deep objects', [400], 'POST', url, { ...json, ...bearer }, deep('{"a":', '1', '}'))
    add(
      'deep proto',
      [400],
      'POST',
      url,
      { ...json, ...bearer },
      deep('{"__proto__":', '1', '}').subarray(0, 100_000),
    )
  }
  add(
    '10 MB of a form',
    [400, 413, 415],
    'POST',
    '/edad',
    { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(HUGE) },
    big,
  )
  for (const list of ['/products/', '/orders/', '/users/', '/activity-logs/', '/warranty-claims/'])
    for (const size of ['1e9', '1000000000', '99999999999999999999', '-1'])
      add('page_size', [200, 400], 'GET', `/api${list}?page_size=${size}`, bearer)
  add('an address of slashes', [200, 302, 400, 404, 414], 'GET', `/x${'/'.repeat(long)}a`, {})
  add('an address of points', [200, 302, 400, 404, 414], 'GET', `/${'a/../'.repeat(long / 5)}`, {})
  add('an address of percents', [200, 302, 400, 404, 414], 'GET', `/${'%2f'.repeat(long / 3)}a`, {})
  add('a long search', [200, 400], 'GET', `/api/products/?search=${'a%20'.repeat(long / 4)}`, {})
  add('a search of slashes', [200, 400], 'GET', `/productos?search=${'%25_'.repeat(long / 4)}`, {})
  add('a long cookie', [200, 302], 'GET', '/login', { cookie: 'a; '.repeat(long / 3) })
  add('a long token', [401], 'GET', '/api/auth/profile/', { authorization: `Bearer ${'a'.repeat(long)}` })
  add('a long condition', [200, 304], 'GET', '/api/products/', {
    'if-none-match': 'W/"a", '.repeat(long / 7),
  })
  add('headers of 40 KB', [400, 431], 'GET', '/', { x: 'a'.repeat(40_000) })

  const quick = await times(context.tries * 4, () =>
    ask(server, { method: 'GET', url: '/healthz', headers: {} }),
  )
  const busy = 4 * median(quick)
  let asked = 0
  const slowest: number[] = []
  for (const [kind, allowed, send] of all) {
    const answers: Asked[] = []
    // The first request of a kind is slow for other reasons.
    await send()
    for (let n = 0; n < (context.broken ? 1 : context.tries); n++) answers.push(await send())
    asked += answers.length
    const ms = median(answers.map((answer) => answer.ms))
    slowest.push(ms)
    const limit = Math.max(allowed.includes(200) ? SERVED_WITHIN_MS : WITHIN_MS, busy)
    if (ms > limit) failures.add(`${kind} takes long`, `${Math.round(ms)} ms, at most ${Math.round(limit)}`)
    for (const { status, text } of answers) {
      if (!allowed.includes(status)) failures.add(`${kind} is answered ${status}`, text.slice(0, 100))
      const listed = /^\{.*"results":/s.test(text)
        ? (JSON.parse(text) as { results: unknown[] }).results.length
        : 0
      if (listed > 100) failures.add(`${kind} is obeyed`, `${listed} entries`)
    }
  }
  return `${asked} requests of ${all.length} kinds, ${spread(slowest)}, /healthz ${Math.round(median(quick))} ms`
}

/** Resolves with the whole response; a request that is refused early is not sent to its end. */
function ask(
  server: Server,
  {
    method,
    url,
    headers,
    body,
  }: { method: string; url: string; headers: Record<string, string>; body?: Buffer },
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    let answered = false
    const sent = request(
      { host: '127.0.0.1', port: server.port, method, path: url, headers, agent: false, timeout: 30_000 },
      (answer) => {
        answered = true
        const pieces: Buffer[] = []
        const done = () => {
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(pieces).toString(),
            ms: performance.now() - began,
          })
          sent.destroy()
        }
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.once('end', done)
        answer.once('error', done)
      },
    )
    sent.once('timeout', () => sent.destroy(new Error(`No answer to ${method} ${url.slice(0, 60)}`)))
    sent.on('error', (error) => {
      if (!answered) reject(error)
    })
    // Writing into a refused connection reports the write error, not the refusal: so send a part first, and the rest
    // only without a response to it.
    const first = 160 * 1024
    if (body === undefined || body.length <= first) sent.end(body)
    else {
      sent.write(body.subarray(0, first))
      const rest = setTimeout(() => answered || sent.end(body.subarray(first)), 2_000)
      sent.once('close', () => clearTimeout(rest))
    }
  })
}

async function times(count: number, send: () => Promise<Asked>): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < count; n++) all.push((await send()).ms)
  return all
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
