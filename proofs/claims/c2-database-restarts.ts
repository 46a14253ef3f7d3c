import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/server/db/connect.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { bookProblems, halfOrders, missingOrders } from '../../test/support/sales/books.ts'
import { startBuyers, until } from '../../test/support/sales/buyers.ts'
import { allowPending, newItem, orderOf } from '../../test/support/sales/goods.ts'
import { newCluster, placeOn, withShopOf } from '../../test/support/test-environment.ts'
import { Failures, type Proof, spread } from '../support/proof.ts'
import { startServer } from '../../test/support/servers/start-server.ts'
import { ANSWER_BEFORE_COMMIT, LOST_AFTER_COMMIT, NO_KEYS } from '../wrong-builds/shared-faults.ts'

const WORKERS = 20
const FIRST_WITHIN_MS = 5_000

export const proof: Proof = {
  id: 'C2',
  title: 'Database restarts',
  claim:
    'When PostgreSQL restarts, the server keeps running, nothing acknowledged is lost, no order is placed twice, and orders continue within 5 s.',
  how: `pg_ctl stop -m immediate and -m fast while ${WORKERS} customers order and repeat unanswered requests under the same Idempotency-Key; then PostgreSQL starts again.`,
  oneTry: 'a stop of each kind',
  tries: { full: 20, short: 3 },
  async run(context) {
    const cluster = await newCluster(context)
    const place = await placeOn(context, cluster)
    const scene = await withShopOf(context, place, async (shop) => {
      await allowPending(shop)
      const people = await Promise.all(Array.from({ length: 5 * WORKERS }, () => insertPerson(shop)))
      return { order: orderOf(await newItem(shop, 1_000_000)), tokens: people.map(({ access }) => access) }
    })
    const failures = new Failures()
    const server = await startServer(context, place)
    const buyers = startBuyers(server.url, { ...scene, workers: WORKERS, repeats: true })
    const first: number[] = []
    for (const mode of ['immediate', 'fast'] as const) {
      for (let round = 0; round < context.tries; round++) {
        const before = buyers.acknowledged.length
        await until(
          'the server sells',
          () => buyers.acknowledged.length >= before + 40 || !server.isRunning(),
        )
        await cluster.stop(mode)
        await sleep(300 + Math.random() * 700)
        const asked = performance.now()
        await cluster.start()
        const ready = performance.now()
        // Responses during the recovery may come from connections that were ready first.
        await until('it sells again', () => (buyers.answeredAt.at(-1) ?? 0) > asked || !server.isRunning())
        if (!server.isRunning()) break
        first.push(Math.max(0, (buyers.answeredAt.find((at) => at > asked) ?? 0) - ready))
      }
      context.say(`${mode}: ${context.tries} stops, ${buyers.acknowledged.length} acknowledged so far`)
    }
    if (!server.isRunning()) failures.add('the server ended', server.log().slice(-300))
    await buyers.stop()
    for (const ms of first.filter((each) => context.judgesTime && each > FIRST_WITHIN_MS))
      failures.add('first order later than 5 s', `${Math.round(ms)} ms`)
    for (const status of Object.keys(buyers.others).filter((each) => !['503', 'cut'].includes(each)))
      failures.add('an answer other than 201 and 503', `${status}: ${[...buyers.texts].join('; ')}`)
    await withShopOf(context, place, async ({ db }) => {
      for (const id of await missingOrders(db, buyers.acknowledged))
        failures.add('acknowledged and lost', `order ${id}`)
      await expectOneEach(db, failures)
      for (const problem of await halfOrders(db)) failures.add('half an order', problem)
      for (const problem of await bookProblems(db)) failures.add('books do not agree', problem)
    })
    return {
      tries: `${context.tries} × immediate, ${context.tries} × fast`,
      figure: `${buyers.acknowledged.length} acknowledged, ${JSON.stringify(buyers.others)} meanwhile; first order after the database was ready: ${spread(first)}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'nobody-listens',
      onlyServers: true,
      patches: [
        {
          find: "pool.on('error', (error) => log.error({ err: error }, 'An idle database connection was lost'))",
          replace: '',
        },
        {
          find: "client.on('error', (error) => log.error({ err: error }, 'A database connection was lost'))",
          replace: 'void client',
        },
      ],
      failsWith: /the server ended/,
    },
    {
      name: 'answer-before-commit',
      patches: ANSWER_BEFORE_COMMIT,
      onlyServers: true,
      failsWith: /acknowledged and lost|the server ended/,
    },
    {
      name: 'no-keys',
      // A database rarely ends between a commit and its response: here that happens often, without a key as guard.
      patches: [...NO_KEYS, ...LOST_AFTER_COMMIT],
      onlyServers: true,
      failsWith: /done twice/,
    },
  ],
}

/** By the key in the recipient's name, unknown to the shop, and by the rows that the shop keeps for its keys. */
async function expectOneEach(db: Db, failures: Failures): Promise<void> {
  const { rows } = await sql<{ key: string; orders: number[]; kept: number | null }>`
    with made as (
      select right(recipient_name, 36) as key, array_agg(id order by id) as orders from orders group by 1
    )
    select coalesce(made.key, k.key) as key, coalesce(made.orders, '{}') as orders, (k.answer->>'id')::int as kept
    from made full join idempotency_keys k on k.key = made.key`.execute(db)
  for (const { key, orders, kept } of rows) {
    if (orders.length > 1) failures.add('done twice', `orders ${orders.join(', ')} for ${key}`)
    failures.expect('not what its key answers', orders, [kept])
  }
}
