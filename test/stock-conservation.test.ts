import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineName, openShop, type TestShop } from './support/open-shop.ts'
import { newTally, runSteps } from './support/sales/stock-run.ts'
import { steps } from './support/sales/stock-steps.ts'

const RUNS: [engine: EngineName, sequences: number][] = [
  ['embedded', 40],
  ['postgres', 15],
]

/** `npm run prove -- S2` does many more. */
describe.each(RUNS)('stock on %s', (engine, sequences) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  it(`is what came in less what is held and shipped, after each step of ${sequences} sequences`, async () => {
    const tally = newTally()
    await fc.assert(
      fc.asyncProperty(steps(25), (sequence) => runSteps(shop.shop, sequence, tally)),
      { numRuns: sequences, endOnFailure: true },
    )
    // What is only ever refused proves nothing.
    for (const each of ['place', 'set status', 'edit lines', 'keep lines', 'save product', 'delete order']) {
      expect(tally.done.get(each), each).toBeGreaterThan(2)
    }
    expect(tally.refused.get('place: OUT_OF_STOCK')).toBeGreaterThan(2)
  }, 180_000)
})
