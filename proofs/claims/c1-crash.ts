import { insertPerson } from '../../test/support/people/people.ts'
import { bookProblems, halfOrders, missingOrders } from '../../test/support/sales/books.ts'
import { startBuyers, until } from '../../test/support/sales/buyers.ts'
import { allowPending, newItem, orderOf } from '../../test/support/sales/goods.ts'
import { engines, newPlace, withShopOf } from '../../test/support/test-environment.ts'
import { Failures, type Proof, spread } from '../support/proof.ts'
import { startServer } from '../../test/support/servers/start-server.ts'
import { ANSWER_BEFORE_COMMIT, NO_TRANSACTION } from '../wrong-builds/shared-faults.ts'

const WORKERS = 8
const READY_WITHIN_MS = 3_000

export const proof: Proof = {
  id: 'C1',
  title: 'Crash recovery',
  claim:
    'After kill -9 no acknowledged order is lost, no order is incomplete, and the server is ready again within 3 s.',
  how: `${WORKERS} customers order while the server is killed with kill -9 and started again, on both engines. Orders, lines and ledger are compared with the acknowledged orders.`,
  oneTry: 'a kill on each engine',
  tries: { full: 50, short: 6 },
  async run(context) {
    const failures = new Failures()
    const ready: Record<string, number[]> = { postgres: [], embedded: [] }
    let acknowledged = 0
    for (const engine of engines) {
      const place = await newPlace(context, engine)
      const scene = await withShopOf(context, place, async (shop) => {
        await allowPending(shop)
        const people = await Promise.all(Array.from({ length: WORKERS }, () => insertPerson(shop)))
        return { order: orderOf(await newItem(shop, 1_000_000)), tokens: people.map(({ access }) => access) }
      })
      const ids: number[] = []
      for (let round = 0; round < context.tries; round++) {
        const server = await startServer(context, place)
        // The first start is not a restart.
        if (round > 0) ready[engine]?.push(server.readyAfterMs)
        const buyers = startBuyers(server.url, scene)
        const enough = 10 + Math.floor(Math.random() * 20)
        await until('the server sells', () => buyers.acknowledged.length >= enough)
        server.kill('SIGKILL')
        await server.ended
        await buyers.stop()
        ids.push(...buyers.acknowledged)
      }
      // The jobs of the start after the last kill belong to the proof.
      const last = await startServer(context, place)
      ready[engine]?.push(last.readyAfterMs)
      await last.stop()
      await withShopOf(context, place, async ({ db }) => {
        for (const id of await missingOrders(db, ids))
          failures.add(`acknowledged and lost on ${engine}`, `order ${id}`)
        for (const problem of await halfOrders(db)) failures.add(`half an order on ${engine}`, problem)
        for (const problem of await bookProblems(db)) failures.add(`books do not agree on ${engine}`, problem)
      })
      acknowledged += ids.length
      const slow = ready[engine]?.filter((ms) => ms > READY_WITHIN_MS) ?? []
      if (context.judgesTime)
        for (const ms of slow) failures.add(`ready later than 3 s on ${engine}`, `${Math.round(ms)} ms`)
      context.say(
        `${engine}: ${context.tries} kills, ${ids.length} acknowledged, ready ${spread(ready[engine] ?? [])}`,
      )
    }
    return {
      tries: `${context.tries} kills on each engine`,
      figure: `${acknowledged} acknowledged, 0 lost or incomplete; ready: PostgreSQL ${spread(ready.postgres ?? [])}, embedded ${spread(ready.embedded ?? [])}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'answer-before-commit',
      patches: ANSWER_BEFORE_COMMIT,
      onlyServers: true,
      failsWith: /acknowledged and lost/,
    },
    {
      name: 'no-transaction',
      patches: NO_TRANSACTION,
      onlyServers: true,
      failsWith: /half an order|books do not agree/,
    },
  ],
}
