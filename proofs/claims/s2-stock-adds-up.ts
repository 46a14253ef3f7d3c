import * as fc from 'fast-check'
import { newTally, runSteps } from '../../test/support/sales/stock-run.ts'
import { steps } from '../../test/support/sales/stock-steps.ts'
import { runBank } from './s2-stock-adds-up/concurrent-sales.ts'
import {
  embeddedPlace,
  engines,
  newCluster,
  openShopOf,
  placeOn,
  withShopOf,
} from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext } from '../support/proof.ts'
import { startServer } from '../../test/support/servers/start-server.ts'
import { READ_THEN_WRITE } from '../wrong-builds/shared-faults.ts'

const STEPS = 50
const CLIENTS = 20

export const proof: Proof = {
  id: 'S2',
  title: 'Stock ledger',
  claim:
    'Units in stock, reserved and shipped always add up to the units received, and the history of each price ends with its current value.',
  how: `Random sequences of up to ${STEPS} changes of orders, products and accounts through the shop's own functions, on both engines; the books are compared after each. Then ${CLIENTS} concurrent clients at 2 processes, the books compared every 100 ms.`,
  oneTry: 'a sequence on each engine',
  tries: { full: 1_000, short: 100 },
  async run(context) {
    const failures = new Failures()
    const cluster = await newCluster(context)
    let taken = 0
    for (const engine of engines) {
      const place = engine === 'embedded' ? embeddedPlace(context) : await placeOn(context, cluster)
      const tally = newTally()
      await withShopOf(context, place, async (shop) => {
        // Without a given seed fast-check uses the time; a failure reports it.
        const property = fc.asyncProperty(steps(STEPS), (sequence) => runSteps(shop, sequence, tally))
        const result = await fc.check(property, {
          numRuns: context.tries,
          endOnFailure: context.broken !== undefined,
          includeErrorInReport: true,
        })
        if (result.failed)
          failures.add(`a sequence on ${engine}`, (await fc.asyncDefaultReportMessage(result)) ?? '')
      })
      const count = [...tally.done.values(), ...tally.refused.values()].reduce((sum, each) => sum + each, 0)
      taken += count
      context.say(
        `${engine}: ${context.tries} sequences, ${count} steps: ${JSON.stringify(Object.fromEntries(tally.done))}`,
      )
      // Sequences of refusals alone would prove nothing.
      for (const each of [
        'place',
        'manual',
        'price',
        'adjust',
        'cells',
        'set status',
        'edit lines',
        'keep lines',
        'save product',
        'delete order',
        'delete product',
        'delete user',
        'reprice',
        'undo',
      ])
        if ((tally.done.get(each) ?? 0) === 0) failures.add(`not tried on ${engine}`, each)
    }
    const bank = await runBanks(context, await placeOn(context, cluster), failures)
    return {
      tries: `${context.tries} sequences on each engine; ${bank.runs} × ${CLIENTS} clients × ${bank.seconds} s`,
      figure: `${taken} steps, 0 units created or lost; ${bank.done} concurrent changes (${bank.refused} refused, ${bank.busy} answered 503), ${bank.looks} comparisons`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'reopening-takes-nothing',
      patches: [{ find: 'holdsStock(order.status) ? before : []', replace: 'before' }],
      failsWith: /a sequence on/,
    },
    {
      // The table takes what was sold meanwhile back.
      name: 'cells-unseen',
      patches: [{ find: '      refuseStale(rows, held)\n', replace: '' }],
      failsWith: /a sequence on/,
    },
    { name: 'read-then-write', patches: READ_THEN_WRITE, failsWith: /books do not agree/ },
    {
      name: 'history-of-another-price',
      patches: [
        {
          find: 'old_price, price, old_discount, discount,\n      ${cause.userId}::int, ${cause.at}::timestamptz',
          replace:
            'old_price, coalesce(old_price, price), old_discount, discount,\n      ${cause.userId}::int, ${cause.at}::timestamptz',
        },
      ],
      failsWith: /ends with another price/,
    },
    {
      // Units sold between its read of the stock and its ledger row count twice; without concurrency this never happens.
      name: 'deletes-unlocked',
      patches: [
        {
          find: 'const { before, current } = await lockWhole(tx, id)\n    await removeBlisters(tx, { removed: current, userId, at })',
          replace: `const before = await queries.lockProduct(tx, id)
    if (!before) throw notFound(PRODUCT_NOT_FOUND)
    const current = await tx.selectFrom('blisters').selectAll()
      .where('product_id', '=', id).where('deleted_at', 'is', null).execute()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await removeBlisters(tx, { removed: current, userId, at })`,
        },
        {
          find: 'const left = removed.map(({ id, stock, withheld }) => ({ blister_id: id, change: -stock - withheld }))\n  await moveStock(tx, left, adjustment(by))',
          replace: `for (const { id, stock } of removed) {
    const movement = { blister_id: id, change: -stock, order_id: null, user_id: by.userId, created_at: by.at }
    if (stock > 0) await tx.insertInto('stock_movements').values({ ...movement, reason: 'adjustment' }).execute()
    await tx.updateTable('blisters').set({ stock: 0 }).where('id', '=', id).execute()
  }`,
        },
      ],
      onlyServers: true,
      failsWith: /books do not agree/,
    },
  ],
}

async function runBanks(context: ProofContext, place: Parameters<typeof openShopOf>[1], failures: Failures) {
  const shop = await openShopOf(context, place)
  const servers = [await startServer(context, place), await startServer(context, place)]
  // The full number takes hours: without `--full` sequences are fewer and shorter, which proofs/results.md states.
  const runs = Math.ceil(context.tries / (context.full ? 5 : 40))
  const seconds = context.full ? 60 : 20
  const total = { runs, seconds, done: 0, refused: 0, busy: 0, looks: 0 }
  for (let run = 0; run < runs; run++) {
    const result = await runBank({
      shop,
      urls: servers.map(({ url }) => url),
      clients: CLIENTS,
      seconds,
      failures,
    })
    total.done += result.done
    total.refused += result.refused
    total.busy += result.busy
    total.looks += result.looks
    context.say(`bank: ${JSON.stringify(result.byKind)}`)
  }
  return total
}
