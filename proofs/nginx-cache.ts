import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/server/db/connect.ts'
import { insertPerson } from '../test/support/people.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { startShop } from '../test/support/shop-process.ts'
import { askNginx, findNginx, startNginx } from './support/nginx.ts'

/**
 * `node proofs/nginx-cache.ts`: two instances behind Debian's nginx with `deploy/nginx.conf`. Visitors get what is kept,
 * who shows a token never does, and no byte of a price reaches a visitor, whoever asked before; and while two versions run
 * side by side, the scripts of each are found. With `--broken NAME` the
 * configuration is spoiled first, and the proof must fail. Ends with 2 when there is no nginx.
 */
const { values: options } = parseArgs({
  options: { broken: { type: 'string' }, port: { type: 'string', default: '4302' } },
})
const PORT = Number(options.port)
/** Nothing else has this price, in any spelling. */
const PRICE = 73_511.37
const CANARY = /73[.,]?511/

const nginx = findNginx()
if (nginx === undefined) {
  console.error('Not proved: there is no nginx here (Debian: apt-get install nginx-light).')
  process.exit(2)
}

const problems: string[] = []
const expect = (isSo: boolean, says: string) => {
  if (!isSo) problems.push(says)
}
const folder = mkdtempSync(path.join(tmpdir(), 'surbrote-nginx-'))
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
try {
  await prove(nginx)
  await proveUpgrade(nginx)
} finally {
  for (const end of ends.toReversed()) await end()
}
for (const problem of problems) console.error(`FAILED  ${problem}`)
console.log(
  problems.length === 0
    ? 'Proved: nothing of a token is kept, no price leaves.'
    : `${problems.length} failures`,
)
process.exitCode = problems.length === 0 ? 0 : 1

async function prove(program: string): Promise<void> {
  const postgres = await startPostgres()
  ends.push(() => postgres.stop())
  const settings = {
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: postgres.url,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '1',
  }
  const shops = [await startShop(settings), await startShop(settings)] as const
  ends.push(() => Promise.all(shops.map((shop) => shop.stop())))
  const { admin, customer } = await people(postgres.url)
  const ca = await startNginx({ program, folder, port: PORT, shops, broken: options.broken }, (end) =>
    ends.push(end),
  )
  const ask = (address: string, headers: Record<string, string> = {}, method = 'GET', body?: object) =>
    askNginx(PORT, ca, { address, headers, method, body })
  const withToken = (token: string) => ({ authorization: `Bearer ${token}` })

  const save = (name: string) =>
    ask('/api/products/', withToken(admin), 'POST', {
      name,
      type: 'fem',
      blisters: [{ seed_count: 3, price: PRICE, stock: 5, discount: 0 }],
    })
  const saved = await save('Lapacho')
  const { id } = JSON.parse(saved.text) as { id: number }

  let asked = 0
  let hits = 0
  const addresses = (part: string) => [
    `/api/products/?page=1&${part}`,
    `/api/products/?search=lapacho&${part}`,
    `/api/products/${id}/?${part}`,
    `/api/products/highlighted/?${part}`,
    `/productos?${part}`,
    `/producto/${id}?${part}`,
  ]
  for (const encoding of ['', 'gzip', 'gzip, deflate, br']) {
    for (const cookie of ['', 'ageVerified=true']) {
      for (const first of ['customer', 'admin', 'visitor']) {
        for (const address of addresses(`x=${asked}`)) {
          asked += 1
          const headers = { ...(encoding && { 'accept-encoding': encoding }), ...(cookie && { cookie }) }
          const tokens = first === 'visitor' ? [] : [first === 'admin' ? admin : customer]
          for (const token of tokens) {
            for (let again = 0; again < 2; again++) {
              const own = await ask(address, { ...headers, ...withToken(token) })
              expect(own.cache !== 'HIT', `${address} was kept for a token (${own.cache})`)
            }
          }
          const before = await ask(address, headers)
          const after = await ask(address, headers)
          for (const seen of [before, after]) {
            expect(
              !CANARY.test(seen.all),
              `${address} tells a visitor the price after ${first} (${seen.cache})`,
            )
            if (address.startsWith('/producto'))
              expect(seen.text.includes(cookie ? 'open' : 'gate'), `${address}: the other visitor's gate`)
          }
          if (after.cache === 'HIT') hits += 1
          if (address.startsWith('/producto')) {
            const other = await ask(address, { ...headers, cookie: cookie ? '' : 'ageVerified=true' })
            expect(other.text.includes(cookie ? 'gate' : 'open'), `${address}: a page for the other gate`)
          }
          if (!address.startsWith('/api/products/') || address.includes('highlighted')) continue
          // What visitors warmed is not what customers get.
          const own = await ask(address, { ...headers, ...withToken(customer) })
          expect(CANARY.test(own.all), `${address} hides the price from a customer (${own.cache})`)
        }
      }
    }
  }
  expect(
    hits > asked * 0.9,
    `only ${hits} of ${asked} second questions of visitors were answered from what is kept`,
  )

  const forged = { 'x-request-id': 'forged', 'x-forwarded-for': '203.0.113.7' }
  const refused = await ask('/api/orders/', forged)
  const { request_id } = JSON.parse(refused.text) as { request_id: string }
  expect(
    refused.requestId === request_id && request_id !== 'forged',
    'the id of a request is not one from end to end',
  )
  const logs = () => shops.map((shop) => shop.log.join('')).join('')
  await sleep(200)
  expect(logs().includes(`"request_id":"${request_id}"`), 'the log does not know the id that nginx gave')
  expect(!logs().includes('203.0.113.7'), 'a visitor chose their own address')

  await ask('/productos')
  await save('Quebracho')
  const changed = performance.now()
  while (!(await ask('/productos')).text.includes('Quebracho') && performance.now() - changed < 5_000)
    await sleep(50)
  const seconds = (performance.now() - changed) / 1_000
  expect(seconds < 5, 'a change is not seen five seconds later')
  console.log(`a change is seen after ${seconds.toFixed(1)} s`)

  // One instance stops while people ask: nobody notices.
  const codes = new Map<number, number>()
  shops[0].process.kill('SIGTERM')
  for (let more = 100; more > 0; more -= shops[0].process.exitCode === null ? 0 : 1) {
    const { status } = await ask(
      `/api/products/?page=1&stop=${codes.size + Math.random()}`,
      withToken(customer),
    )
    codes.set(status, (codes.get(status) ?? 0) + 1)
  }
  expect([...codes.keys()].join() === '200', `while one stopped: ${JSON.stringify([...codes])}`)
  console.log(`${asked} addresses, ${hits} kept; while one instance stopped: ${JSON.stringify([...codes])}`)
}

/** Two versions behind one nginx: each has scripts that the other does not know. */
async function proveUpgrade(program: string): Promise<void> {
  const shops = await Promise.all(['old', 'new'].map(serveAssets))
  const inside = path.join(folder, 'upgrade')
  const port = PORT + 2
  const ca = await startNginx({ program, folder: inside, port, shops, broken: options.broken }, (end) =>
    ends.push(end),
  )
  const statuses = new Map<string, number>()
  for (let each = 0; each < 20; each++) {
    for (const version of ['old', 'new', 'no']) {
      const address = `/assets/${version}-${each}.js`
      const { status } = await askNginx(port, ca, { address, headers: {}, method: 'GET' })
      const seen = `${version} ${status}`
      statuses.set(seen, (statuses.get(seen) ?? 0) + 1)
    }
  }
  const said = [...statuses].map(([seen, times]) => `${seen} × ${times}`).join(', ')
  expect(said === 'old 200 × 20, new 200 × 20, no 404 × 20', `scripts while upgrading: ${said}`)
  console.log(`scripts while upgrading: ${said}`)
}

/** Knows the scripts of one version, and says as the shop does how long they may be kept. */
async function serveAssets(version: string) {
  const server = createServer(({ url = '' }, reply) => {
    const isKnown = url === '/healthz' || url.startsWith(`/assets/${version}-`)
    reply.writeHead(
      isKnown ? 200 : 404,
      isKnown ? { 'cache-control': 'public, max-age=31536000, immutable' } : {},
    )
    reply.end(version)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  ends.push(
    () => server.closeAllConnections(),
    () => new Promise((resolve) => void server.close(resolve)),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function people(databaseUrl: string) {
  const database = await openDatabase({ log: { info() {}, warn() {}, error() {} }, databaseUrl, poolSize: 1 })
  const shop = { db: database.db, now: () => new Date() }
  const [admin, customer] = [await insertPerson(shop, { admin: true }), await insertPerson(shop)]
  await database.close()
  return { admin: admin.access, customer: customer.access }
}
