import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineName, openShop, type TestShop } from './support/open-shop.ts'
import { reportProblems } from './support/sales/report-books.ts'
import { DAYS, dayAfter, runSales } from './support/sales/report-run.ts'
import { saleSteps } from './support/sales/report-steps.ts'

// Enough on PostgreSQL for the rarest change, a voided payment, to happen in every run; the reports read the same there.
const RUNS: [engine: EngineName, books: number][] = [
  ['embedded', 10],
  ['postgres', 20],
]

/** `npm run prove -- R2` tries many more. */
describe.each(RUNS)('reports on %s', (engine, books) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  it(`say what the tables say, by day, week, month, product, brand and customer, for ${books} random books`, async () => {
    const done = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(saleSteps(45), DAYS, async (steps, days) => {
        await runSales(shop.shop, steps, done)
        const [from = '', to = ''] = days.toSorted((a, b) => a - b).map(dayAfter)
        expect(await reportProblems(shop.shop, { from, to })).toEqual([])
      }),
      { numRuns: books, endOnFailure: true },
    )
    // Sequences of refusals alone would prove nothing.
    const taken = [...done.values()].reduce((sum, count) => sum + count, 0)
    expect(taken).toBeGreaterThan(books * 4)
    if (engine === 'embedded') return
    for (const each of ['order', 'cancel', 'line price', 'pay', 'void', 'reprice'])
      expect(done.get(each), each).toBeGreaterThan(1)
  }, 180_000)
})
