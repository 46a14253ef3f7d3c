import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/support/databases/postgres.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { cookiesPassed } from './n1-nginx-cache/cookies.ts'
import { debianFile } from '../../test/support/debian-files.ts'
import { type Answer, asker, SPOILED, startNginx } from './n1-nginx-cache/nginx.ts'
import { newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext } from '../support/proof.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'

/** No other price has this value, in any spelling. */
const PRICE = 73_511.37
const CANARY = /73[.,]?511/
const SEEN_WITHIN_MS = 5_000
const SCRIPTS = 20

const AGE = 'ageVerified=true'

type Ask = ReturnType<typeof asker>

export const proof: Proof = {
  id: 'N1',
  title: 'Cache isolation behind nginx',
  claim:
    'Behind deploy/nginx with its cache on, no request with a token is cached or served from the cache, visitors never get a price, no Set-Cookie reaches another client, the browser key reaches the shop only on account calls, and a change is visible within 5 s. Searches are limited for each IPv4 address and each /64 of IPv6.',
  how: "108 addresses at two instances: pages and answers first requested by a customer, an admin or a visitor, in three encodings, with and without the age gate. Nine of ten of a visitor's second requests are answered from the cache. One instance stops without an error for anyone; visitors can choose neither the id nor the address of a request; while two versions run, the scripts of both are found. A test upstream echoes the cookies that it receives and sets some, on pages, answers, pictures, scripts and account calls. Sixty searches from different addresses of one /64 are limited; from sixty networks they are not. Needs nginx: apt-get install nginx-light.",
  oneTry: 'a round of all addresses',
  tries: { full: 5, short: 1 },
  async run(context) {
    const program = debianFile('usr/sbin/nginx')
    if (program === undefined) throw new Error('Not installed: apt-get install -y nginx-light')
    const failures = new Failures()
    const { shops, admin, customer } = await openShops(context)
    const ask = await nginxBefore(context, program, shops)
    const saved = await save(ask, admin, 'Lapacho')
    const { id } = JSON.parse(saved.text) as { id: number }

    const warmed = { asked: 0, hits: 0 }
    for (let round = 0; round < context.tries; round++)
      await warm({ ask, id, admin, customer, failures, warmed })
    if (warmed.hits <= warmed.asked * 0.9)
      failures.add('too little is kept', `${warmed.hits} of ${warmed.asked}`)
    await forge(ask, shops, failures)
    const seconds = await change(ask, admin, failures)
    const statuses = await stopOne(ask, shops[0], customer, failures)
    const scripts = await upgrade(context, program, failures)
    const cookies = await cookiesPassed(
      (shop) => nginxBefore(context, program, [shop]),
      (end) => context.onEnd(end),
      failures,
    )
    const homes = await limit(context, program, shops, failures)
    return {
      tries: `${context.tries} × 108 addresses`,
      figure: `${warmed.hits} of ${warmed.asked} second requests answered from the cache, 0 prices; a change visible after ${seconds.toFixed(1)} s; while one instance stopped: ${statuses}; scripts of two versions: ${scripts}; ${cookies} requests for cookies; one /64: ${homes}`,
      failures: failures.list(),
    }
  },
  broken: Object.entries(SPOILED).map(([name, { failsWith }]) => ({ name, failsWith })),
}

async function openShops(context: ProofContext) {
  const place = await placeOn(context, await newCluster(context))
  const shop = await openShopOf(context, place)
  const [admin, customer] = [await insertPerson(shop, { admin: true }), await insertPerson(shop)]
  const env = { TRUST_PROXY: '1', LOG_LEVEL: 'info', DRAIN_SECONDS: '1' }
  const shops = [
    await startServer(context, place, { env }),
    await startServer(context, place, { env }),
  ] as const
  return { shops, admin: admin.access, customer: customer.access }
}

async function nginxBefore(
  context: ProofContext,
  program: string,
  shops: readonly { url: string }[],
  limits = false,
) {
  const port = await freePort()
  // Its workers run as nobody, and need access to their own folder.
  chmodSync(context.folder, 0o711)
  const ca = await startNginx(
    {
      program,
      folder: path.join(context.folder, `nginx-${port}`),
      port,
      plainPort: await freePort(),
      shops,
      limits,
      spoil: context.broken,
    },
    (end) => context.onEnd(end),
  )
  return asker(port, ca)
}

const withToken = (token: string) => ({ authorization: `Bearer ${token}` })

function save(ask: Ask, admin: string, name: string): Promise<Answer> {
  return ask('/api/products/', withToken(admin), 'POST', {
    name,
    type: 'fem',
    blisters: [{ seed_count: 3, price: PRICE, stock: 5, discount: 0 }],
  })
}

interface Warming {
  ask: Ask
  id: number
  admin: string
  customer: string
  failures: Failures
  warmed: { asked: number; hits: number }
}

/** Every address is new to nginx at its first request. */
async function warm({ ask, id, admin, customer, failures, warmed }: Warming): Promise<void> {
  const addresses = (part: string) => [
    `/api/products/?page=1&${part}`,
    `/api/products/?search=lapacho&${part}`,
    `/api/products/${id}/?${part}`,
    `/api/products/highlighted/?${part}`,
    `/productos?${part}`,
    `/producto/${id}?${part}`,
  ]
  for (const encoding of ['', 'gzip', 'gzip, deflate, br'])
    for (const cookie of ['', AGE])
      for (const first of ['customer', 'admin', 'visitor'] as const)
        for (const address of addresses(`x=${warmed.asked}`)) {
          warmed.asked += 1
          const headers = { ...(encoding && { 'accept-encoding': encoding }), ...(cookie && { cookie }) }
          const token = { customer, admin, visitor: undefined }[first]
          for (const own of token === undefined ? [] : [withToken(token), withToken(token)]) {
            const { cache } = await ask(address, { ...headers, ...own })
            if (cache === 'HIT') failures.add('kept for a token', address)
          }
          const seen = [await ask(address, headers), await ask(address, headers)]
          for (const { all, cache } of seen)
            if (CANARY.test(all))
              failures.add('a price for a visitor', `${address} after ${first} (${cache})`)
          if (seen[1]?.cache === 'HIT') warmed.hits += 1
          if (address.startsWith('/producto')) {
            const { cookie: same, ...plain } = headers
            const other = await ask(address, same === undefined ? { ...plain, cookie: AGE } : plain)
            for (const page of seen)
              failures.expect('the page of the other gate', isGated(page), cookie === '')
            failures.expect('the page of the other gate', isGated(other), cookie !== '')
          } else if (!address.includes('highlighted')) {
            // Customers do not get what visitors have cached.
            const own = await ask(address, { ...headers, ...withToken(customer) })
            if (!CANARY.test(own.all)) failures.add('no price for a customer', `${address} (${own.cache})`)
          }
        }
}

/** As rendered by `src/web/app/entry-server.tsx`. */
function isGated({ text }: Answer): boolean {
  const [, inert] = /<div id="site"( inert)?>/.exec(text) ?? []
  if (!text.includes('<div id="site"')) throw new Error(`No page: ${text.slice(0, 300)}`)
  return inert !== undefined
}

async function forge(ask: Ask, shops: readonly Server[], failures: Failures): Promise<void> {
  const refused = await ask('/api/orders/', { 'x-request-id': 'forged', 'x-forwarded-for': '203.0.113.7' })
  const { request_id } = JSON.parse(refused.text) as { request_id: string }
  if (refused.requestId !== request_id || request_id === 'forged')
    failures.add('the id of a request is not one from end to end', `${refused.requestId}, ${request_id}`)
  await sleep(500)
  const logs = shops.map((shop) => shop.log()).join('')
  if (!logs.includes(`"request_id":"${request_id}"`))
    failures.add('the log does not know the id that nginx gave', request_id)
  if (logs.includes('203.0.113.7')) failures.add('a visitor chose their own address')
}

/** Seconds until visitors see a new product. */
async function change(ask: Ask, admin: string, failures: Failures): Promise<number> {
  await ask('/productos')
  await save(ask, admin, 'Quebracho')
  const changed = performance.now()
  const waited = () => performance.now() - changed
  while (!(await ask('/productos')).text.includes('Quebracho') && waited() < SEEN_WITHIN_MS) await sleep(50)
  if (waited() >= SEEN_WITHIN_MS) failures.add('a change is not seen five seconds later')
  return waited() / 1_000
}

/** The statuses while one instance stops and of a hundred requests after. */
async function stopOne(ask: Ask, shop: Server, customer: string, failures: Failures): Promise<string> {
  const statuses = new Map<number, number>()
  shop.kill('SIGTERM')
  for (let more = 100; more > 0; more -= shop.isRunning() ? 0 : 1) {
    const { status } = await ask(`/api/products/?page=1&stop=${Math.random()}`, withToken(customer))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const said = [...statuses].map(([status, times]) => `${status} × ${times}`).join(', ')
  if ([...statuses.keys()].join() !== '200') failures.add('who asks notices that one stops', said)
  return said
}

/** Two versions behind one nginx: each has scripts that the other does not have. */
async function upgrade(context: ProofContext, program: string, failures: Failures): Promise<string> {
  const shops = await Promise.all(['old', 'new'].map((version) => serveAssets(context, version)))
  const ask = await nginxBefore(context, program, shops)
  const statuses = new Map<string, number>()
  for (let each = 0; each < SCRIPTS; each++)
    for (const version of ['old', 'new', 'no']) {
      const { status } = await ask(`/assets/${version}-${each}.js`)
      const seen = `${version} ${status}`
      statuses.set(seen, (statuses.get(seen) ?? 0) + 1)
    }
  const said = [...statuses].map(([seen, times]) => `${seen} × ${times}`).join(', ')
  const wanted = ['old 200', 'new 200', 'no 404'].map((seen) => `${seen} × ${SCRIPTS}`).join(', ')
  failures.expect('scripts while upgrading', said, wanted)
  return said
}

/** Sixty searches at once from addresses of one network, and from as many networks: the statuses of the first. */
async function limit(
  context: ProofContext,
  program: string,
  shops: readonly Server[],
  failures: Failures,
): Promise<string> {
  const ask = await nginxBefore(context, program, shops, true)
  const search = async (path: string, addresses: string[]) => {
    const asked = addresses.map((address, n) => ask(`${path}?search=palabra${n}`, { 'x-address': address }))
    return Promise.all(asked)
  }
  const sixty = (address: (n: string) => string) =>
    Array.from({ length: 60 }, (_, n) => address((n + 1).toString(16)))
  const home = await search(
    '/api/products/',
    sixty((n) => `2001:db8:0:1::${n}`),
  )
  const refused = home.filter(({ status }) => status === 429)
  if (refused.length < 30) failures.add('one home searches without end', `${refused.length} of 60 refused`)
  for (const { text, all } of refused)
    if (!text.includes('"TOO_MANY_REQUESTS"') || !/"retry-after"/.test(all))
      failures.add('a refusal says too little', all)
  const [page] = await search('/productos', ['2001:db8:0:1::ffff'])
  if (page?.status !== 429 || !page.text.includes('<html lang="es-AR">'))
    failures.add('one home searches without end', `a page: ${page?.status}`)
  const others = await search(
    '/api/products/',
    sixty((n) => `2001:db8:0:1${n.padStart(2, '0')}::1`).concat(sixty((n) => `203.0.113.${parseInt(n, 16)}`)),
  )
  const wrong = others.filter(({ status }) => status === 429)
  if (wrong.length > 0) failures.add('another home is refused', `${wrong.length} of ${others.length}`)
  return `${refused.length} of ${home.length} searches refused`
}

/** Serves the scripts of one version, with the cache headers of the shop. */
async function serveAssets(context: ProofContext, version: string): Promise<{ url: string }> {
  const server = createServer(({ url = '' }, reply) => {
    const isKnown = url === '/healthz' || url.startsWith(`/assets/${version}-`)
    reply.writeHead(
      isKnown ? 200 : 404,
      isKnown ? { 'cache-control': 'public, max-age=31536000, immutable' } : {},
    )
    reply.end(version)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  context.onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
