import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineName, openShop, type TestShop } from './support/open-shop.ts'
import { newTally, runSteps } from './support/sales/stock-run.ts'
import { steps } from './support/sales/stock-steps.ts'

// Fewer on the slower engine: the verbs decide the same way, and PostgreSQL shows that each kind of step is taken.
const RUNS: [engine: EngineName, sequences: number][] = [
  ['embedded', 10],
  ['postgres', 30],
]

/** `npm run prove -- S2` runs many more sequences. */
describe.each(RUNS)('stock on %s', (engine, sequences) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  it(`equals units received less units held and shipped, after each step of ${sequences} sequences`, async () => {
    const tally = newTally()
    await fc.assert(
      fc.asyncProperty(steps(25), (sequence) => runSteps(shop.shop, sequence, tally)),
      { numRuns: sequences, endOnFailure: true },
    )
    // Sequences of refusals alone would prove nothing.
    const taken = [...tally.done.values()].reduce((sum, count) => sum + count, 0)
    expect(taken).toBeGreaterThan(sequences * 4)
    if (engine === 'embedded') return
    for (const each of [
      'place',
      'manual',
      'price',
      'deliver',
      'expire',
      'replace',
      'set status',
      'edit lines',
      'keep lines',
      'save product',
      'delete order',
      'adjust',
      'cells',
      'reprice',
      'undo',
    ]) {
      expect(tally.done.get(each), each).toBeGreaterThan(2)
    }
    expect(tally.refused.get('place: OUT_OF_STOCK')).toBeGreaterThan(2)
    expect(tally.refused.get('adjust: CONFLICT')).toBeGreaterThan(0)
    expect(tally.refused.get('cells: STALE')).toBeGreaterThan(0)
  }, 180_000)
})
