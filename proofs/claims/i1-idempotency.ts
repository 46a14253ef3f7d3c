import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { insertPerson, type SignedIn } from '../../test/support/people/people.ts'
import type { Shop } from '../../src/server/shop.ts'
import { bookProblems, halfOrders } from '../../test/support/sales/books.ts'
import { type Answer, clientAt, countBy } from '../../test/support/calls/client.ts'
import { cutBetween, type Fate } from './i1-idempotency/cutting-proxy.ts'
import { claimOf, allowPending, newItem, orderOf } from '../../test/support/sales/goods.ts'
import { newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { startServer } from '../../test/support/servers/start-server.ts'
import { NO_KEYS } from '../wrong-builds/shared-faults.ts'

const P = 0.2
const WORKERS = 8
const GIVE_UP_AFTER = 60

export const proof: Proof = {
  id: 'I1',
  title: 'Idempotency',
  claim: 'A customer who repeats a request under the same Idempotency-Key gets exactly one order or claim.',
  how: `Connections are cut with p = ${P} at each chunk of a request and of an answer between client and API, and at COMMIT between API and PostgreSQL. Clients repeat each request until it is answered.`,
  oneTry: 'an order, with a claim for every fifth',
  tries: { full: 1_000, short: 300 },
  async run(context) {
    const cluster = await newCluster(context)
    const place = await placeOn(context, cluster)
    const shop = await openShopOf(context, place)
    await allowPending(shop)
    const failures = new Failures()
    const item = await newItem(shop, 1_000_000)
    const people = await Promise.all(Array.from({ length: 10 }, () => insertPerson(shop)))
    const scene: Scene = { shop, people, failures, order: orderOf(item) }

    const server = await startServer(context, place)
    const beforeApi = await cutBetween(context, server.port, {
      fateOf: () => fate(P),
      fateOfAnswer: () => (Math.random() < P ? 'lose' : 'keep'),
    })
    const beforeDatabase = await cutBetween(context, cluster.port, {
      fateOf: (piece) => (/commit/i.test(piece.toString('latin1')) ? fate(P) : fate(0.002)),
    })
    beforeDatabase.cuts = false
    const url = new URL(place.databaseUrl ?? '')
    url.port = String(beforeDatabase.port)
    const behind = await startServer(context, { ...place, databaseUrl: url.href })
    beforeDatabase.cuts = true

    const half = Math.ceil(context.tries / 2)
    const api = await many(scene, `http://127.0.0.1:${beforeApi.port}`, half, placeOne(scene.order))
    context.say(`before the API: ${JSON.stringify({ ...api, ...beforeApi.counts })}`)
    const database = await many(scene, behind.url, half, placeOne(scene.order))
    context.say(`before PostgreSQL: ${JSON.stringify({ ...database, ...beforeDatabase.counts })}`)
    beforeDatabase.cuts = false
    const claims = await many(
      scene,
      `http://127.0.0.1:${beforeApi.port}`,
      Math.ceil(context.tries / 5),
      await claimOne(),
    )
    context.say(`claims: ${JSON.stringify(claims)}`)
    if (!server.isRunning() || !behind.isRunning()) failures.add('a server ended')

    await expectOneEach(scene, half * 2, claims.answered)
    await changedBody(scene, server.url)
    await parallelKeys(scene, server.url)
    for (const problem of await bookProblems(shop.db)) failures.add('books do not agree', problem)
    for (const problem of await halfOrders(shop.db)) failures.add('half an order', problem)

    const { lost, cutAfter } = beforeDatabase.counts
    const least = {
      'replays after cuts before the API': [api.replays, half / 10],
      'replays after cuts before PostgreSQL': [database.replays, half / 50],
      'requests to PostgreSQL lost': [lost, half / 25],
      'answers of PostgreSQL lost': [cutAfter, half / 25],
    }
    for (const [what, [count = 0, wanted = 0]] of Object.entries(least))
      if (count < wanted) failures.add(`too few ${what}: nothing was tried`, `${count} of ${wanted}`)
    return {
      tries: `${half * 2} orders, ${claims.answered} claims, p = ${P}`,
      figure: `client to API: ${api.cut + claims.cut} answers lost, ${api.replays} orders and ${claims.replays} claims answered from the stored answer; API to PostgreSQL: ${lost} statements and ${cutAfter} answers lost, ${database.cut} requests repeated, ${database.replays} orders answered from the stored answer; one order or claim for each key`,
      failures: failures.list(),
    }
  },
  broken: [
    { name: 'no-keys', patches: NO_KEYS, failsWith: /more orders than keys/ },
    {
      name: 'any-body',
      patches: [{ find: 'if (!hash.equals(kept.request_hash))', replace: 'if (hash.length === 0)' }],
      failsWith: /another body under a used key/,
    },
    {
      // Answers 201 when the work is done, whatever the result of the COMMIT.
      name: 'hopes-for-the-best',
      patches: [
        {
          find: 'await database.db.transaction().execute(begin)',
          replace: `await new Promise<Result>((resolve, reject) => {
        let made: { result: Result } | undefined
        database.db
          .transaction()
          .execute(async (tx) => {
            made = { result: await begin(tx) }
            return made.result
          })
          .then(resolve, (error: unknown) => (made ? resolve(made.result) : reject(error)))
      })`,
        },
      ],
      failsWith: /fewer orders than keys/,
    },
  ],
}

interface Scene {
  shop: Shop
  people: SignedIn[]
  failures: Failures
  order: ReturnType<typeof orderOf>
}

function fate(p: number): Fate {
  const at = Math.random()
  return at < p / 2 ? 'lose' : at < p ? 'cut-after' : 'keep'
}

type Send = (url: string, access: string, key: string) => Promise<Answer>

/** Repeats each key until it is answered. A replay is work that was done before its response arrived. */
async function many({ shop, people, failures }: Scene, url: string, count: number, send: Send) {
  const sum = { answered: 0, cut: 0, replays: 0 }
  let left = count
  const work = async () => {
    while (left > 0) {
      left -= 1
      const key = randomUUID()
      const access = people[left % people.length]?.access ?? ''
      for (let attempt = 1; ; attempt++) {
        const wasDone = attempt > 1 && (await isDone(shop, key))
        const answer = await send(url, access, key).catch(() => undefined)
        if (answer?.status === 201) {
          sum.answered += 1
          if (wasDone) sum.replays += 1
          break
        }
        if (answer !== undefined && answer.status !== 503) failures.add(`a ${answer.status}`, answer.text)
        if (answer === undefined || answer.status === 503) sum.cut += 1
        if (attempt === GIVE_UP_AFTER) {
          failures.add('never answered', key)
          break
        }
        await sleep(5)
      }
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return sum
}

async function isDone(shop: Shop, key: string): Promise<boolean> {
  const row = await shop.db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

function placeOne(order: Scene['order']): Send {
  return (url, access, key) => clientAt(url, access).post('/orders/', order, { 'idempotency-key': key })
}

/** With its photo in the form, like a page that was offline sends it again. */
async function claimOne(): Promise<Send> {
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#3a5' } })
    .jpeg()
    .toBuffer()
  return (url, access, key) => {
    const form = new FormData()
    const claim = claimOf({ description: `No germinó ninguna. ${key}` })
    for (const [name, value] of Object.entries(claim)) form.set(name, value)
    form.set('photo1', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'blister.jpg')
    return clientAt(url, access).post('/warranty-claims/', form, { 'idempotency-key': key })
  }
}

async function countRows(shop: Shop, table: 'orders' | 'warranty_claims'): Promise<number> {
  const { count } = await shop.db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function expectOneEach({ shop, failures }: Scene, orders: number, claims: number): Promise<void> {
  const [ordersKept, claimsKept] = [await countRows(shop, 'orders'), await countRows(shop, 'warranty_claims')]
  if (ordersKept > orders) failures.add('more orders than keys', `${ordersKept} for ${orders}`)
  if (ordersKept < orders) failures.add('fewer orders than keys', `${ordersKept} for ${orders}`)
  if (claimsKept > claims) failures.add('more claims than keys', `${claimsKept} for ${claims}`)
  if (claimsKept < claims) failures.add('fewer claims than keys', `${claimsKept} for ${claims}`)
}

async function changedBody({ people, failures, order }: Scene, url: string): Promise<void> {
  const client = clientAt(url, people[0]?.access)
  for (let n = 0; n < 10; n++) {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await client.post('/orders/', order, headers)
    const other = await client.post('/orders/', { ...order, recipient_name: `Otra Persona ${n}` }, headers)
    const again = await client.post('/orders/', order, headers)
    failures.expect(
      'another body under a used key',
      [other.status, other.body?.code],
      [422, 'IDEMPOTENCY_MISMATCH'],
    )
    failures.expect('the first answer again', again.text, first.text)
  }
}

async function parallelKeys({ shop, people, failures, order }: Scene, url: string): Promise<void> {
  for (let n = 0; n < 10; n++) {
    const before = await countRows(shop, 'orders')
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => clientAt(url, people[0]?.access).post('/orders/', order, headers)),
    )
    failures.expect(
      'ten at once: answers',
      countBy(answers, ({ status }) => status),
      { 201: 10 },
    )
    failures.expect('ten at once: different answers', new Set(answers.map(({ text }) => text)).size, 1)
    failures.expect('not one order for each key, ten at once', (await countRows(shop, 'orders')) - before, 1)
  }
}
