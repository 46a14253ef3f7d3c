import * as fc from 'fast-check'
import { Failures, type Proof } from '../support/proof.ts'
import { lotProblems } from '../../test/support/sales/lot-books.ts'
import { chooseAtOnce, runLots } from '../../test/support/sales/lot-run.ts'
import { lotSteps } from '../../test/support/sales/lot-steps.ts'
import {
  embeddedPlace,
  engines,
  newCluster,
  placeOn,
  withShopOf,
} from '../../test/support/test-environment.ts'

const STEPS = 40

export const proof: Proof = {
  id: 'S5',
  title: 'Lot ledger',
  claim:
    'For any sequence of orders, packing, handovers, losses and returns: lots never have more units than the shelf, an order never has more units of lots than of its lines, the last pack of a lot goes to one order, and units of a lot on hold are neither sold nor handed over unasked.',
  how: `Random sequences of up to ${STEPS} changes of orders, stock and lots through the shop's own functions, on both engines; after each the books are compared, with those of units on hold, and an order that left must have none of them. Then two orders choose the last units of a lot concurrently on PostgreSQL.`,
  oneTry: 'a sequence on each engine and a race',
  tries: { full: 400, short: 40 },
  async run(context) {
    const failures = new Failures()
    const done = new Map<string, number>()
    const cluster = await newCluster(context)
    for (const engine of engines) {
      const place = engine === 'embedded' ? embeddedPlace(context) : await placeOn(context, cluster)
      await withShopOf(context, place, async (shop) => {
        const property = fc.asyncProperty(lotSteps(STEPS), (steps) => runLots(shop, steps, done))
        const result = await fc.check(property, {
          numRuns: context.tries,
          endOnFailure: true,
          includeErrorInReport: true,
        })
        if (result.failed)
          failures.add(`a sequence on ${engine}`, (await fc.asyncDefaultReportMessage(result)) ?? '')
        if (engine === 'embedded') return
        for (let race = 0; race < context.tries; race += 1) {
          const won = await chooseAtOnce(shop)
          if (won !== 1) failures.add('the last pack', `went to ${won} orders`)
        }
        for (const problem of await lotProblems(shop.db)) failures.add('books after the races', problem)
      })
    }
    for (const each of [
      'place',
      'choose',
      'edit lines',
      'set status',
      'hand',
      'hand on hold',
      'adjust',
      'move units',
      'set state',
    ])
      if (!done.has(each)) failures.add('not tried', each)
    const steps = [...done.values()].reduce((sum, each) => sum + each, 0)
    return {
      tries: `${context.tries} sequences on each engine, ${context.tries} races`,
      figure: `${steps} changes (${JSON.stringify(Object.fromEntries(done))}), 0 units of lots created or lost`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'release-forgotten',
      patches: [{ find: 'await queries.releaseBeyond(tx, { orderId, lines: held }, by)', replace: '' }],
      failsWith: /a sequence on/,
    },
    {
      name: 'hand-without-fit',
      patches: [
        {
          find: 'await queries.releaseBeyond(tx, { orderId, lines: held }, by)\n  await queries.fitLots(tx, touched, { ...by, orderId })',
          replace: 'await queries.releaseBeyond(tx, { orderId, lines: held }, by)',
        },
      ],
      failsWith: /a sequence on/,
    },
    {
      name: 'loss-without-fit',
      patches: [
        {
          find: 'if (fallen.length > 0 && cause.orderId === null) await fitLots(tx, fallen, cause)',
          replace: '',
        },
      ],
      failsWith: /a sequence on/,
    },
    {
      name: 'choice-unlocked',
      patches: [
        {
          find: 'await queries.holdPresentations(tx, blisters)\n  const before = await queries.listChosen(tx, [orderId])',
          replace: 'const before = await queries.listChosen(tx, [orderId])',
        },
        {
          find: 'refuseTooMany(lines, wanted)\n  for',
          replace:
            'await new Promise((resolve) => setTimeout(resolve, 30))\n  refuseTooMany(lines, wanted)\n  for',
        },
      ],
      failsWith: /the last pack/,
    },
    {
      name: 'sells-what-is-on-hold',
      patches: [
        {
          find: 'least(b.stock + b.withheld, coalesce(on_hold.units, 0))::int as units',
          replace: '0 as units',
        },
      ],
      failsWith: /sells \d+ units and withholds 0/,
    },
    {
      name: 'hands-over-unasked',
      patches: [
        {
          find: "if (codes.length > 0 && !isMeant) throw new DomainError('CONFIRM', heldLeaves(codes))",
          replace: 'void [isMeant, heldLeaves]',
        },
      ],
      failsWith: /left with .+ unasked/,
    },
  ],
}
