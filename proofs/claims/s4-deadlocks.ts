import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { insertPerson } from '../../test/support/people/people.ts'
import type { Shop } from '../../src/server/shop.ts'
import { bookProblems } from '../../test/support/sales/books.ts'
import { clientAt } from '../../test/support/calls/client.ts'
import { allowPending, newItem, orderOf } from '../../test/support/sales/goods.ts'
import { newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { startServer } from '../../test/support/servers/start-server.ts'

const CLIENTS = 50
/** The largest share of answers that say that the shop is busy. */
const MOST_BUSY = 0.01

export const proof: Proof = {
  id: 'S4',
  title: 'Deadlocks',
  claim: `Orders for the same products in opposite order never deadlock, and at most ${MOST_BUSY * 100} % are answered 503.`,
  how: `${CLIENTS} clients order the same two products, half of them in reverse order, at 2 processes. PostgreSQL reports no deadlock, and no client gets one.`,
  oneTry: 'a minute',
  tries: { full: 3, short: 1 },
  async run(context) {
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    await allowPending(shop)
    const servers = [await startServer(context, place), await startServer(context, place)]
    const [one, two] = [await newItem(shop, 1_000_000), await newItem(shop, 1_000_000)]
    const people = await Promise.all(Array.from({ length: 10 * CLIENTS }, () => insertPerson(shop)))
    const failures = new Failures()
    const seconds = context.full ? 60 : 15
    const before = await deadlocks(shop)
    let ordered = 0
    let busy = 0
    for (let round = 0; round < context.tries; round++) {
      const end = performance.now() + seconds * 1_000
      await Promise.all(
        Array.from({ length: CLIENTS }, async (_, index) => {
          const order = index % 4 < 2 ? orderOf(one, two) : orderOf(two, one)
          for (let turn = index; performance.now() < end; turn += CLIENTS) {
            const client = clientAt(servers[index % 2]?.url ?? '', people[turn % people.length]?.access)
            const { status, text } = await client.post('/orders/', order)
            if (status === 201) ordered += 1
            else if (status === 503) busy += 1
            else failures.add(`a ${status}`, text)
          }
        }),
      )
    }
    const ended = (await deadlocks(shop)) - before
    if (ended > 0) failures.add('deadlocks', String(ended))
    for (const server of servers) if (server.log().includes('40P01')) failures.add('a deadlock in the log')
    const least = CLIENTS * context.tries * 5
    if (ordered < least) failures.add('hardly anybody ordered', `${ordered} of at least ${least}`)
    if (busy > (ordered + busy) * MOST_BUSY)
      failures.add(`more than ${MOST_BUSY * 100} % were told to come back`, `${busy} of ${ordered + busy}`)
    for (const problem of await bookProblems(shop.db)) failures.add('books do not agree', problem)
    return {
      tries: `${context.tries} × ${CLIENTS} clients × ${seconds} s`,
      figure: `${ordered} orders (required: ${least}), ${busy} answered 503, ${ended} deadlocks`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'locks-as-asked',
      patches: [
        {
          find: 'select blister_id, product_id, quantity from unnest(',
          replace: 'select blister_id, product_id, quantity, place from unnest(',
        },
        {
          find: ') as wanted (blister_id, product_id, quantity)',
          replace: ') with ordinality as wanted (blister_id, product_id, quantity, place)',
        },
        {
          find: 'order by blisters.id for no key update of blisters\n',
          replace: 'order by wanted.place for no key update of blisters\n',
        },
      ],
      failsWith: /^deadlocks/,
    },
    {
      name: 'waits-for-nobody',
      patches: [{ find: 'lock_timeout: 3_000,', replace: 'lock_timeout: 5,' }],
      failsWith: /told to come back/,
    },
  ],
}

/** The shop retries after a deadlock, which hides it: PostgreSQL counts them. */
async function deadlocks(shop: Shop): Promise<number> {
  // Sessions report their counts about once a second.
  await sleep(1_500)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(shop.db)
  return rows[0]?.deadlocks ?? 0
}
