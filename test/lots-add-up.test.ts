import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineName, openShop, type TestShop } from './support/open-shop.ts'
import { runLots } from './support/sales/lot-run.ts'
import { lotSteps } from './support/sales/lot-steps.ts'

// Fewer on the slower engine: the verbs decide the same way, and PostgreSQL shows that each kind of step is taken.
const RUNS: [engine: EngineName, sequences: number][] = [
  ['embedded', 10],
  ['postgres', 20],
]

/** `npm run prove -- S5` tries many more. */
describe.each(RUNS)('lots on %s', (engine, sequences) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  it(`never have more than the shelf, after each step of ${sequences} sequences`, async () => {
    const done = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(lotSteps(30), (steps) => runLots(shop.shop, steps, done)),
      { numRuns: sequences, endOnFailure: true },
    )
    // Sequences of refusals alone would prove nothing.
    const taken = [...done.values()].reduce((sum, count) => sum + count, 0)
    expect(taken).toBeGreaterThan(sequences * 4)
    if (engine === 'embedded') return
    for (const each of ['place', 'choose', 'edit lines', 'set status', 'hand', 'adjust', 'move units'])
      expect(done.get(each), each).toBeGreaterThan(1)
  }, 180_000)
})
