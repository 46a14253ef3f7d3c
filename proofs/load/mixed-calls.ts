import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_STOCK } from '../../src/contract/limits.ts'
import type { Shop } from '../../src/server/shop.ts'
import { readJson } from '../../test/support/calls/calls.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { type Item, orderOf } from '../../test/support/sales/goods.ts'
import { type Answered, ask, type Asked, CUT } from './searches.ts'
import { seedCatalogue, seedCustomers, type Seeded } from './seed.ts'

const PRODUCTS = 300
/** Few, so that concurrent orders compete. */
const IN_DEMAND = 4
const REPEAT_AFTER_MS = 200
const DAY_MS = 86_400_000

/** Shared data of a mixed run. */
export interface Scene extends Seeded {
  customers: string[]
  admins: string[]
}

/** Results so far. */
export interface Seen {
  calls: number
  /** Number of answers by status; `0`: cut. */
  statuses: Record<string, number>
  /** Texts of answers from 500 on other than 503. */
  errors: string[]
  /** Number of changes that were made, by kind. */
  made: Record<string, number>
  /** Ids of orders answered 201. */
  acknowledged: number[]
  /** When the last of these came, by `performance.now()`: one entry each. */
  orderedAt: number[]
}

export interface Run {
  port: number
  scene: Scene
  visitors: number
  /** The pause between two calls of one person: half to one and a half times this. */
  pauseMs: number
  isOver: (seen: Seen) => boolean
}

/** A catalogue, customers and two admins, whose sessions began ten days ago, before every jump of a clock. */
export async function seedMixed(shop: Shop, customers: number): Promise<Scene> {
  const earlier = { db: shop.db, now: () => new Date(shop.now().getTime() - 10 * DAY_MS) }
  const admins = [await insertPerson(earlier, { admin: true }), await insertPerson(earlier, { admin: true })]
  return {
    ...(await seedCatalogue(shop, PRODUCTS)),
    customers: await seedCustomers({ ...shop, now: earlier.now }, customers),
    admins: admins.map(({ access }) => access),
  }
}

/**
 * Visitors read, customers order, read and cancel, admins edit, each from an address of their own, until `isOver`. What
 * got no answer, or a 503, is repeated under its key. `seen` grows meanwhile; `done` resolves when all have stopped.
 */
export function runMixed(run: Run): { seen: Seen; done: Promise<unknown> } {
  const seen: Seen = { calls: 0, statuses: {}, errors: [], made: {}, acknowledged: [], orderedAt: [] }
  const { scene, visitors } = run
  const people: [Step[], string | undefined][] = [
    ...Array.from({ length: visitors }, (): [Step[], undefined] => [OF_VISITORS, undefined]),
    ...scene.customers.map((access): [Step[], string] => [OF_CUSTOMERS, access]),
    ...scene.admins.map((access): [Step[], string] => [OF_ADMINS, access]),
  ]
  const live = async (steps: Step[], access: string | undefined, n: number) => {
    const person = personIn(run, seen, { from: `127.0.1.${n + 1}`, ...(access !== undefined && { access }) })
    while (!run.isOver(seen)) await pick(steps)?.(person)
    person.leave()
  }
  return { seen, done: Promise.all(people.map(([steps, access], n) => live(steps, access, n))) }
}

interface Person {
  scene: Scene
  seen: Seen
  /** Ids of own orders that may still be pending. */
  own: number[]
  call: (asked: Omit<Asked, 'from' | 'access'>) => Promise<Answered>
  /** Repeats the call until it is answered, or the run is over. Counts what was made as `kind`. */
  change: (kind: string, asked: Omit<Asked, 'from' | 'access'>) => Promise<Answered>
  leave: () => void
}

function personIn(
  { port, scene, pauseMs, isOver }: Run,
  seen: Seen,
  who: Pick<Asked, 'from' | 'access'>,
): Person {
  const agent = new Agent({ keepAlive: true })
  const call: Person['call'] = async (asked) => {
    const answer = await ask({ port }, { ...asked, ...who }, agent).catch(() => CUT)
    const { status, text } = answer
    seen.calls += 1
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
    if (status >= 500 && status !== 503) seen.errors.push(`${asked.path} ${status} ${text.slice(0, 200)}`)
    if (pauseMs > 0) await sleep(pauseMs * (0.5 + Math.random()))
    return answer
  }
  return {
    scene,
    seen,
    own: [],
    call,
    async change(kind, asked) {
      for (;;) {
        const answer = await call(asked)
        if (answer.status >= 200 && answer.status < 300) seen.made[kind] = (seen.made[kind] ?? 0) + 1
        if (![0, 503].includes(answer.status) || isOver(seen)) return answer
        await sleep(REPEAT_AFTER_MS)
      }
    },
    leave: () => agent.destroy(),
  }
}

type Step = (person: Person) => Promise<unknown>

const OF_VISITORS: Step[] = [
  ({ call }) => call({ path: '/' }),
  ({ call }) => call({ path: '/productos' }),
  ({ call }) => call({ path: '/api/banners/' }),
  ({ call, scene }) => call({ path: `/producto/${pick(scene.productIds)}` }),
  ({ call, scene }) => call({ path: `/api/products/${pick(scene.productIds)}/` }),
  ({ call }) => call({ path: `/api/products/?page=${1 + random(20)}` }),
  ({ call, scene }) => call({ path: `/api/products/?page=1&search=${twoWords(scene)}` }),
  ({ call, scene }) => call({ path: `/productos?search=${twoWords(scene)}` }),
  // An address that nobody has asked for.
  ({ call }) => call({ path: `/api/products/?page=1&utm_source=${randomUUID()}` }),
  ({ call }) => call({ path: `/api/${randomUUID()}` }),
]

const OF_CUSTOMERS: Step[] = [
  order,
  order,
  cancel,
  ({ call }) => call({ path: '/api/orders/?page=1' }),
  ({ call }) => call({ path: '/api/auth/profile/' }),
  ({ call }) => call({ path: `/api/products/?page=${1 + random(20)}` }),
  ({ call, scene }) => call({ path: `/api/products/${pick(scene.productIds)}/` }),
  ({ call, own }) => call({ path: `/api/orders/${own.at(-1) ?? ''}` }),
]

const OF_ADMINS: Step[] = [
  ({ call }) => call({ path: '/api/orders/?page=1' }),
  ({ call }) => call({ path: '/api/activity-logs/?page=1' }),
  ({ call, scene }) => call({ path: `/api/products/${pick(scene.productIds)}/` }),
  saveProduct,
  ({ change, seen }) =>
    change('set status', {
      method: 'PUT',
      path: `/api/orders/${pick(seen.acknowledged.slice(-20)) ?? 1}/`,
      body: { status: pick(['pending', 'completed', 'completed', 'cancelled']) },
    }),
]

async function order({ change, scene, own, seen }: Person): Promise<void> {
  const key = randomUUID()
  const wanted = [pick(scene.goods.slice(0, IN_DEMAND)), pick(scene.goods.slice(IN_DEMAND))]
  const lines = wanted.map((goods): Item => {
    const { productId = 0, blisterId = 0 } = goods ?? {}
    return { product_id: productId, blister_id: blisterId, quantity: 1 + random(3), name: '' }
  })
  const body = { ...orderOf(...lines), recipient_name: `Ana Suárez ${key}` }
  const placed = await change('order', {
    method: 'POST',
    path: '/api/orders/',
    headers: { 'idempotency-key': key },
    body,
  })
  if (placed.status !== 201) return
  const { id } = readJson(placed.text) as { id: number }
  own.push(id)
  seen.acknowledged.push(id)
  seen.orderedAt.push(performance.now())
}

/** Two at a time, so that few are pending. */
async function cancel({ change, own }: Person): Promise<void> {
  for (const id of own.splice(0, 2))
    await change('cancel', { method: 'PUT', path: `/api/orders/${id}/`, body: { status: 'cancelled' } })
}

/** As the form sends it: relative to the stock that it loaded. */
async function saveProduct({ call, change, scene }: Person): Promise<void> {
  const id = pick(scene.goods.slice(0, 5 * IN_DEMAND))?.productId
  const product = readJson((await call({ path: `/api/products/${id}/` })).text) as
    | { blisters?: { stock: number }[] }
    | undefined
  if (product?.blisters === undefined) return
  const blisters = product.blisters.map((blister) => ({
    ...blister,
    stock: Math.min(MAX_STOCK, blister.stock + random(7) - 3),
    stock_loaded: blister.stock,
  }))
  await change('save product', {
    method: 'PUT',
    path: `/api/products/${id}/`,
    body: { ...product, blisters },
  })
}

function twoWords({ searches }: Scene): string {
  return encodeURIComponent(`${pick(searches)} ${pick(searches)}`)
}

const random = (below: number) => Math.floor(Math.random() * below)
const pick = <Each>(from: Each[]): Each | undefined => from[random(from.length)]
