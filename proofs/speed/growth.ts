import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { hashPassword } from '../../src/server/auth/auth.ts'
import type { Shop } from '../../src/server/shop.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { fillLarge } from '../load/large-shop.ts'
import { get, post } from '../load/load.ts'
import { goodsOfAll, orderRequests } from '../load/orders.ts'
import { type Place, withPlace, withShopOf } from '../../test/support/test-environment.ts'
import { measuredLine, printHeading } from '../load/report.ts'
import { seedCustomers } from '../load/seed.ts'
import { type BenchServer, startBenchServer } from '../load/bench-server.ts'

/**
 * `npm run bench growth`: the cost of each call that could grow with the shop, measured again when everything in it is
 * ten times as much. One request at a time, with an empty public cache, as after a change.
 */
const { values: options } = parseArgs({
  options: { times: { type: 'string', default: '1,10' }, seconds: { type: 'string', default: '2' } },
})
const ONCE = { products: 1_000, orders: 5_000, users: 5_000, claims: 500, activity: 50_000 }
const CUSTOMERS = 50
/** Orders of each of those customers, at every size. */
const ORDERS_EACH = 5
const PASSWORD = 'Semilla2026'

interface Call {
  name: string
  requests: string[]
  answers?: 'fresh'
  expected?: number
}
type Line = Awaited<ReturnType<typeof measuredLine>>

printHeading(`Growth, 1× is ${JSON.stringify(ONCE)}`)
const sizes = options.times.split(',').map(Number)
const measured: Map<string, Line>[] = []
for (const times of sizes) {
  await withPlace('postgres', async (scope, place) => {
    const calls = await withShopOf(scope, place, (shop) => prepare(shop, times))
    measured.push(await measureAll(await startBenchServer(scope, place, { pages: false }), place, calls))
  })
}
console.table(
  [...(measured[0]?.keys() ?? [])].map((call) =>
    tableLine(
      call,
      measured.flatMap((lines) => lines.get(call) ?? []),
    ),
  ),
)

async function measureAll(server: BenchServer, place: Place, calls: Call[]): Promise<Map<string, Line>> {
  const lines = new Map<string, Line>()
  for (const { name, requests, answers = 'kept', expected = 200 } of calls) {
    await server.keep(answers)
    const load = { connections: 1, seconds: Number(options.seconds), warmUpSeconds: 1, requests }
    lines.set(name, await measuredLine({ server, place, expected }, load))
  }
  return lines
}

/** Compares the last size with the first. CPU time is that of the shop and of PostgreSQL. */
function tableLine(call: string, lines: Line[]): Record<string, string | number> {
  const cpu = (line: Line | undefined) =>
    line ? (line['server CPU µs'] + line['PostgreSQL CPU µs']) / 1_000 : Number.NaN
  const factor = (of: (line: Line | undefined) => number) =>
    Number((of(lines.at(-1)) / of(lines[0])).toFixed(1))
  return {
    call,
    ...Object.fromEntries(
      lines.flatMap((line, index) => [
        [`${sizes[index]}× p50 ms`, line['p50 ms']],
        [`${sizes[index]}× p99 ms`, line['p99 ms']],
        [`${sizes[index]}× CPU ms`, Number(cpu(line).toFixed(2))],
      ]),
    ),
    'p50 grew': factor((line) => line?.['p50 ms'] ?? Number.NaN),
    'CPU grew': factor(cpu),
    load: lines.map(({ load }) => load).join(' '),
  }
}

type Size = typeof ONCE

async function prepare(shop: Shop, times: number): Promise<Call[]> {
  const size: Size = {
    products: ONCE.products * times,
    orders: ONCE.orders * times,
    users: ONCE.users * times,
    claims: ONCE.claims * times,
    activity: ONCE.activity * times,
  }
  const began = Date.now()
  await fillLarge(shop, size)
  console.log(`${times}×: filled in ${Math.round((Date.now() - began) / 1_000)} s`)
  const tokens = await seedCustomers(shop, CUSTOMERS)
  await giveOrders(shop, size.orders)
  const calls = [
    ...ofVisitors(size, await someProducts(shop)),
    { name: 'own orders', requests: tokens.map((token) => get('/api/orders/my-orders/', token)) },
    {
      name: 'place an order',
      expected: 201,
      requests: orderRequests(await goodsOfAll(shop, 2_000), tokens),
    },
    { name: 'login', requests: (await letSignIn(shop)).map(signIn) },
    ...(await ofStrangers(shop)),
    ...ofAdmins(size, (await insertPerson(shop, { admin: true })).access),
  ]
  await shop.database.vacuum()
  return calls
}

function lastPage(count: number, pageSize: number): number {
  return Math.floor(count / pageSize)
}

function ofVisitors({ products }: Size, some: { id: number; word: string }[]): Call[] {
  const call = (name: string, paths: string[]): Call => ({
    name,
    answers: 'fresh',
    requests: paths.map((path) => get(`/api/products/${path}`)),
  })
  const search = (words: string) => `?page=1&page_size=9&search=${encodeURIComponent(words)}`
  return [
    call('list, first page', ['?page=1&page_size=9']),
    // Unavailable products are not in the list.
    call('list, far page', [`?page=${lastPage(products * 0.9, 9)}&page_size=9`]),
    call('list, filtered', ['?page=1&page_size=9&type=auto&limited_edition=true']),
    call(
      'search, a word',
      some.map(({ word }) => search(word)),
    ),
    call(
      'search, a typo',
      some.map(({ word }) => search(misspelt(word))),
    ),
    call(
      'product',
      some.map(({ id }) => `${id}/`),
    ),
  ]
}

function ofAdmins({ products, orders, users, claims, activity }: Size, access: string): Call[] {
  const lists = {
    'products, first': '/products/?page=1&page_size=9',
    'products, last': `/products/?page=${lastPage(products, 9)}&page_size=9`,
    'products, low stock': '/products/?page=1&page_size=9&stock=low-stock',
    'orders, first': '/orders/?page=1&page_size=9',
    'orders, last': `/orders/?page=${lastPage(orders, 9)}&page_size=9`,
    'orders, a name': '/orders/?page=1&page_size=9&search=apellido%20500',
    'orders, nobody': '/orders/?page=1&page_size=9&search=zzzz',
    'users, first': '/users/?page=1&page_size=12',
    'users, last': `/users/?page=${lastPage(users, 12)}&page_size=12`,
    'access requests': '/auth/access-requests/?page=1&page_size=12',
    'users, a name': '/users/?page=1&page_size=12&username=quiroga%2077',
    'claims, first': '/warranty-claims/?page=1&page_size=9',
    'claims, last': `/warranty-claims/?page=${lastPage(claims, 9)}&page_size=9`,
    'claims, a name': '/warranty-claims/?page=1&page_size=9&search=apellido%20500',
    'activity, first': '/activity-logs/?page=1&page_size=20',
    'activity, last': `/activity-logs/?page=${lastPage(activity, 20)}&page_size=20`,
    'activity, a person': '/activity-logs/?page=1&page_size=20&search=persona_77',
    'activity, nobody': '/activity-logs/?page=1&page_size=20&search=zzzz',
    'activity, sums': '/activity-logs/stats/',
  }
  return Object.entries(lists).map(([name, path]) => ({
    name: `admin ${name}`,
    requests: [get(`/api${path}`, access)],
  }))
}

function signIn(username: string): string {
  return post('/api/auth/login/', undefined, { username_or_email: username, password: PASSWORD })
}

/** Each call has an address of its own: a second one within a minute is refused. */
async function ofStrangers(shop: Shop): Promise<Call[]> {
  const people = await shop.db
    .selectFrom('users')
    .select('email')
    .where('is_active', '=', true)
    .limit(100)
    .execute()
  const asked = { first_name: 'Nueva', last_name: 'Cliente', adult: true, terms: true }
  return [
    {
      name: 'recovery',
      expected: 202,
      requests: people.map(({ email }) => post('/api/auth/recover/', undefined, { email })),
    },
    {
      name: 'access request',
      expected: 202,
      requests: people.map((_, index) =>
        post('/api/auth/access-requests/', undefined, { ...asked, email: `nueva-${index}@example.com` }),
      ),
    },
  ]
}

/** The customers get old orders, spread over the whole catalogue. */
async function giveOrders(shop: Shop, orders: number): Promise<void> {
  const step = Math.floor(orders / (CUSTOMERS * ORDERS_EACH))
  await sql`update orders set user_id = users.id from users
    where orders.id % ${step} = 0 and users.username = 'cliente' || (orders.id / ${step}) % ${CUSTOMERS}`.execute(
    shop.db,
  )
}

/** Gives twenty people a password; returns their user names. */
async function letSignIn(shop: Shop): Promise<string[]> {
  const people = await shop.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where(sql<boolean>`username like 'persona_%' and is_active and id % 200 = 1`)
    .returning('username')
    .execute()
  return people.slice(0, 20).map(({ username }) => username)
}

async function someProducts(shop: Shop): Promise<{ id: number; word: string }[]> {
  const rows = await shop.db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('available', '=', true)
    .orderBy(sql`md5(id::text)`)
    .limit(50)
    .execute()
  return rows.map(({ id, name }) => ({ id, word: name.toLowerCase().split(' ')[0] ?? name }))
}

/** Swaps two letters. */
function misspelt(word: string): string {
  return word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4)
}
