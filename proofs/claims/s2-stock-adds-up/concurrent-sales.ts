import { setTimeout as sleep } from 'node:timers/promises'
import { insertPerson } from '../../../test/support/people/people.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { bookProblems, halfOrders } from '../../../test/support/sales/books.ts'
import { type Answer, type Client, clientAt } from '../../../test/support/calls/client.ts'
import { allowPending, type Item, newItem, orderOf } from '../../../test/support/sales/goods.ts'
import type { Failures } from '../../support/proof.ts'

/** One in four clients is an admin. */
const ADMIN_EVERY = 4

interface Bank {
  shop: Shop
  urls: string[]
  clients: number
  seconds: number
  failures: Failures
}

/**
 * Many clients change orders and products, and remove products and customers, at random through HTTP, while the books
 * are read every 100 ms.
 */
export async function runBank({ shop, urls, clients, seconds, failures }: Bank) {
  await allowPending(shop)
  const items = await Promise.all([3, 8, 20, 50, 100, 200, 200, 200].map((stock) => newItem(shop, stock)))
  const scene: Scene = { shop, items, orders: [], customers: new Map(), adminTurns: 0 }
  const counts = { done: 0, refused: 0, busy: 0, looks: 0 }
  const byKind: Record<string, number> = {}
  const end = performance.now() + seconds * 1_000

  async function work(index: number): Promise<void> {
    const isAdmin = index % ADMIN_EVERY === 0
    const url = urls[index % urls.length] ?? ''
    const newPerson = () => insertPerson(shop, { admin: isAdmin })
    let person = await newPerson()
    let own: number[] = []
    if (!isAdmin) scene.customers.set(index, person.id)
    while (performance.now() < end) {
      const client = clientAt(url, person.access)
      const [kind, answer] = isAdmin
        ? await changeAsAdmin(client, scene)
        : await changeAsCustomer(client, own, scene)
      if (answer === undefined) continue
      if (answer.status === 401 && !isAdmin) {
        // An admin removed the account: continue with a new one.
        person = await newPerson()
        own = []
        scene.customers.set(index, person.id)
      }
      // A 503 means that a lock was not available within three seconds.
      if (answer.status >= 500 && answer.status !== 503)
        failures.add(`a ${answer.status} at ${kind}`, answer.text)
      counts[answer.status < 300 ? 'done' : answer.status === 503 ? 'busy' : 'refused'] += 1
      if (answer.status < 300) byKind[kind] = (byKind[kind] ?? 0) + 1
    }
  }

  async function look(): Promise<void> {
    while (performance.now() < end) {
      for (const problem of await bookProblems(shop.db)) failures.add('books do not agree meanwhile', problem)
      counts.looks += 1
      await sleep(100)
    }
  }

  await Promise.all([look(), ...Array.from({ length: clients }, (_, index) => work(index))])
  for (const problem of await bookProblems(shop.db)) failures.add('books do not agree', problem)
  for (const problem of await halfOrders(shop.db)) failures.add('half an order', problem)
  for (const kind of [
    'place',
    'manual order',
    'line price',
    'adjust',
    'cancel',
    'drop lines',
    'set status',
    'edit lines',
    'save product',
    'delete order',
    'delete product',
    'delete user',
  ])
    if (byKind[kind] === undefined) failures.add('not tried at once', kind)
  return { ...counts, byKind }
}

type Done = [kind: string, answer: Answer | undefined]

/** The shared state of all clients. */
interface Scene {
  shop: Shop
  items: Item[]
  orders: number[]
  /** Ids of the current customers, by the number of their client. */
  customers: Map<number, number>
  /** Number of changes by admins. */
  adminTurns: number
}

async function changeAsCustomer(client: Client, own: number[], { items, orders }: Scene): Promise<Done> {
  const order = pick(own)
  switch (order === undefined ? 0 : random(4)) {
    case 0:
    case 1: {
      const lines = some(items).map((item) => ({ ...item, quantity: 1 + random(3) }))
      const answer = await client.post('/orders/', orderOf(...lines))
      if (answer.status === 201) {
        own.push(answer.body.id)
        orders.push(answer.body.id)
      }
      return ['place', answer]
    }
    case 2:
      return ['cancel', await client.put(`/orders/${order}/`, { status: 'cancelled' })]
    default: {
      const { body } = await client.get(`/orders/${order}/`)
      const lines = (body?.order_products ?? []) as Item[]
      const products = lines.slice(1).map(asLine)
      return ['drop lines', await client.put(`/orders/${order}/`, { products })]
    }
  }
}

async function changeAsAdmin(client: Client, scene: Scene): Promise<Done> {
  const { items, orders } = scene
  // Often the same few orders, for contention.
  const order = pick(orders.slice(-10))
  if (order === undefined) {
    await sleep(20)
    return ['nothing', undefined]
  }
  // Rare, so that products live long enough to be bought, but in each run.
  scene.adminTurns += 1
  if (scene.adminTurns % 20 === 10) return ['delete product', await replaceProduct(client, scene)]
  if (scene.adminTurns % 20 === 0)
    return ['delete user', await client.delete(`/users/${pick([...scene.customers.values()])}/`)]
  switch (random(11)) {
    case 10: {
      const adjustment = { blister_id: pick(items)?.blister_id, change: 1 + random(5), reason: 'received' }
      return ['adjust', await client.post('/stock/adjustments/', adjustment)]
    }
    case 8: {
      const lines = some(items).map((item) => ({ ...asLine(item), quantity: 1 + random(3) }))
      const body = { guest: { name: 'Ana Feria' }, channel: 'fair', lines }
      const answer = await client.post('/orders/manual/', body)
      if (answer.status === 201) orders.push(answer.body.id)
      return ['manual order', answer]
    }
    case 9: {
      const { body } = await client.get(`/orders/${order}/`)
      const [line] = (body?.order_products ?? []) as { id: number }[]
      const price = { discount: 10, reason: 'x', version: body?.version ?? 1 }
      return ['line price', await client.put(`/orders/${order}/lines/${line?.id ?? 1}/price/`, price)]
    }
    case 0:
      return ['delete order', await client.delete(`/orders/${order}/`)]
    case 1:
    case 2: {
      const order_products = some(items).map((item) => ({ ...asLine(item), quantity: 1 + random(4) }))
      return ['edit lines', await client.put(`/orders/${order}/`, { order_products })]
    }
    case 3:
    case 4: {
      const found = await client.get(`/products/${pick(items)?.product_id}/`)
      // Removed in the meantime.
      if (found.status !== 200) return ['save product', found]
      const product = found.body
      const [blister] = product.blisters
      // Removed between the two statements of the response.
      if (blister === undefined) return ['save product', undefined]
      // As the form sends it: relative to the stock it loaded.
      const stock = Math.max(0, blister.stock + random(7) - 2)
      const blisters = [{ ...blister, stock, stock_loaded: blister.stock }]
      return ['save product', await client.put(`/products/${product.id}/`, { ...product, blisters })]
    }
    default:
      return [
        'set status',
        await client.put(`/orders/${order}/`, {
          status: pick(['pending', 'completed', 'cancelled', 'cancelled']),
        }),
      ]
  }
}

/** Removes one during sales, and adds another. */
async function replaceProduct(client: Client, { shop, items }: Scene): Promise<Answer> {
  const index = random(items.length)
  const answer = await client.delete(`/products/${items[index]?.product_id}/`)
  if (answer.status < 300) items[index] = await newItem(shop, pick([3, 20, 100, 200]) ?? 0)
  return answer
}

function asLine({ product_id, blister_id, quantity }: Item) {
  return { product_id, blister_id, quantity }
}

const random = (below: number) => Math.floor(Math.random() * below)
const pick = <Each>(from: Each[]): Each | undefined => from[random(from.length)]

/** One to three items, in any order. */
function some<Each>(from: Each[]): Each[] {
  return from
    .map((each) => ({ each, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, 1 + random(3))
    .map(({ each }) => each)
}
