import { setTimeout as sleep } from 'node:timers/promises'
import { insertPerson } from '../../../test/support/people/people.ts'
import type { Cluster } from '../../../test/support/databases/postgres.ts'
import { bookProblems, halfOrders, missingOrders } from '../../../test/support/sales/books.ts'
import { type Buyers, startBuyers, until } from '../../../test/support/sales/buyers.ts'
import { type Answer, type Client, clientAt } from '../../../test/support/calls/client.ts'
import type { Trouble } from './bad-disk.ts'
import { allowPending, type Item, newItem, orderOf } from '../../../test/support/sales/goods.ts'
import { type Place, withShopOf } from '../../../test/support/test-environment.ts'
import { type Failures, type ProofContext, spread } from '../../support/proof.ts'
import { type Server, startServer } from '../../../test/support/servers/start-server.ts'

const REFUSALS = 20
const TRIED_WITHIN_MS = 120_000
const RESUME_WITHIN_MS = 15_000
const RESUME_AT_ALL_MS = 60_000

/** A shop whose database is on a disk with faults. */
export interface TroubledShop {
  /** For failures and the figure: `postgres`, `embedded, single writes`. */
  name: string
  place: Place
  /** The PostgreSQL on that disk, which its supervisor restarts when it has given up. */
  cluster?: Cluster | undefined
  workers: number
  trouble: (server: Server) => Trouble
  /** Least duration of each fault. */
  lastsMs: number
  /** True: all reads succeed during a fault; otherwise they may be refused while the database recovers. */
  keepsReading: boolean
}

/**
 * Sells through as many faults as there are tries: during a fault orders are refused with 503 or 507 and a text for people,
 * afterwards they succeed again, and at the end no acknowledged order is missing and the ledger adds up.
 */
export async function sellInTrouble(
  context: ProofContext,
  shop: TroubledShop,
  failures: Failures,
): Promise<string> {
  const { name, place } = shop
  const scene = await withShopOf(context, place, async (opened) => {
    await allowPending(opened)
    const people = await Promise.all(Array.from({ length: 40 }, () => insertPerson(opened)))
    const item = await newItem(opened, 1_000_000)
    return { item, order: orderOf(item), tokens: people.map(({ access }) => access) }
  })
  const server = await startServer(context, place)
  const buyers = startBuyers(server.url, { ...scene, workers: shop.workers })
  const readAll = () => read(clientAt(server.url, scene.tokens[0]), scene.item)
  const course = await goThrough(shop, { server, buyers, readAll, tries: context.tries }, failures)
  if (!server.isRunning()) failures.add(`the server ended, ${name}`, server.log().slice(-500))
  await buyers.stop()
  if (server.isRunning()) await server.stop()

  judgeAnswers(shop, buyers, course, failures)
  for (const ms of course.resumed.filter((each) => context.judgesTime && each > RESUME_WITHIN_MS))
    failures.add(`orders went on late, ${name}`, `${ms} ms`)
  await withShopOf(context, place, async ({ db }) => {
    for (const id of await missingOrders(db, buyers.acknowledged))
      failures.add(`acknowledged and lost, ${name}`, `${id}`)
    for (const problem of await halfOrders(db)) failures.add(`half an order, ${name}`, problem)
    for (const problem of await bookProblems(db)) failures.add(`books do not agree, ${name}`, problem)
  })
  const figure = figureOf(shop, buyers, course)
  context.say(figure)
  return figure
}

/** The results of all faults together. */
interface Course {
  soldMeanwhile: number
  /** Undefined: unknown. */
  failedWrites: number | undefined
  reads: Answer[]
  /** Milliseconds from the end of each fault to the next order. */
  resumed: number[]
  /** Number of times that PostgreSQL had given up. */
  revived: number
}

async function goThrough(
  { name, cluster, lastsMs, trouble: troubleOf }: TroubledShop,
  {
    server,
    buyers,
    readAll,
    tries,
  }: { server: Server; buyers: Buyers; readAll: () => Promise<Answer[]>; tries: number },
  failures: Failures,
): Promise<Course> {
  const course: Course = { soldMeanwhile: 0, failedWrites: undefined, reads: [], resumed: [], revived: 0 }
  const trouble = troubleOf(server)
  for (let round = 0; round < tries && server.isRunning(); round++) {
    const sold = buyers.acknowledged.length
    await until('it sells', () => buyers.acknowledged.length >= sold + 20 || !server.isRunning())
    const [began, refusedBefore, soldBefore] = [
      performance.now(),
      refusalsOf(buyers),
      buyers.acknowledged.length,
    ]
    await trouble.begin()
    const isTried = () =>
      refusalsOf(buyers) >= refusedBefore + REFUSALS && performance.now() > began + lastsMs
    while (server.isRunning() && !isTried()) {
      if (performance.now() > began + TRIED_WITHIN_MS) throw new Error(`Not refused often enough: ${name}`)
      course.reads.push(...(await readAll()))
      await sleep(50)
    }
    course.soldMeanwhile += buyers.acknowledged.length - soldBefore
    const failedNow = await trouble.end()
    if (failedNow !== undefined) course.failedWrites = (course.failedWrites ?? 0) + failedNow

    const over = performance.now()
    if (cluster && !(await isUp(cluster))) {
      // It could not recover from its panic; its supervisor restarts it.
      course.revived += 1
      await cluster.start()
    }
    const goesOn = () => (buyers.answeredAt.at(-1) ?? 0) > over
    while (!goesOn() && server.isRunning() && performance.now() < over + RESUME_AT_ALL_MS) await sleep(5)
    if (goesOn()) course.resumed.push((buyers.answeredAt.find((at) => at > over) ?? over) - over)
    else {
      failures.add(`orders do not go on, ${name}`, [...buyers.texts].join('; '))
      break
    }
  }
  return course
}

const refusalsOf = (buyers: Buyers) => Object.values(buyers.others).reduce((sum, count) => sum + count, 0)

function judgeAnswers(
  { name, keepsReading }: TroubledShop,
  buyers: Buyers,
  course: Course,
  failures: Failures,
) {
  if (course.failedWrites === 0) failures.add(`no write failed, ${name}`)
  for (const status of Object.keys(buyers.others).filter((each) => !['503', '507'].includes(each)))
    failures.add(
      `refused otherwise than with 503 or 507, ${name}`,
      `${status}: ${[...buyers.texts].join('; ')}`,
    )
  for (const text of buyers.texts)
    if (!/^50[37] \w+ .*[a-záéíóú]{3}\./.test(text)) failures.add('not a text for people', text)
  for (const { status, text } of course.reads)
    if (status !== 200 && (keepsReading || status !== 503))
      failures.add(`a read meanwhile, ${name}`, `${status} ${text}`)
}

function figureOf({ name }: TroubledShop, buyers: Buyers, course: Course): string {
  const { failedWrites, soldMeanwhile, reads, resumed, revived } = course
  return [
    `${name}: ${buyers.acknowledged.length} acknowledged`,
    ...(failedWrites === undefined
      ? []
      : [`${failedWrites} writes failed`, `${soldMeanwhile} acknowledged among them`]),
    `${refusalsOf(buyers)} refused ${JSON.stringify(buyers.others)}`,
    `${reads.filter(({ status }) => status === 200).length} of ${reads.length} reads meanwhile`,
    `orders again after ${spread(resumed)}`,
    ...(revived > 0 ? [`started again by its supervisor ${revived} times`] : []),
  ].join(', ')
}

async function isUp(cluster: Cluster): Promise<boolean> {
  // A postmaster that gives up needs a moment to exit.
  await sleep(1_000)
  return cluster.isRunning()
}

/** Reads of customers while nothing can be written. */
async function read(client: Client, item: Item): Promise<Answer[]> {
  const paths = [
    '/products/',
    `/products/${item.product_id}/`,
    '/orders/my-orders/',
    '/banners/',
    '/auth/profile/',
  ]
  const answers: Answer[] = []
  for (const each of paths) answers.push(await client.get(each))
  return answers
}
