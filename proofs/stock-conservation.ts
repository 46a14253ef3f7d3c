import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { ENGINES, withPlace, withShop } from '../bench/support/places.ts'
import { newTally, runSteps, steps } from '../test/support/stock-run.ts'

/**
 * `npm run prove:stock [-- --sequences 1000 --steps 50 --engines postgres,embedded --seed N]`: random sequences of all
 * that moves stock, by the real verbs; after each step nothing was lost and nothing made. A failure prints its seed.
 */
const { values: options } = parseArgs({
  options: {
    sequences: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '50' },
    engines: { type: 'string', default: ENGINES.join() },
    seed: { type: 'string' },
  },
})
const chosen = options.engines.split(',')
const seed = options.seed === undefined ? Date.now() % 2 ** 31 : Number(options.seed)

for (const engine of ENGINES.filter((name) => chosen.includes(name))) {
  await withPlace(engine, (place) =>
    withShop(place, async (shop) => {
      const [tally, started] = [newTally(), Date.now()]
      const property = fc.asyncProperty(steps(Number(options.steps)), (sequence) =>
        runSteps(shop, sequence, tally),
      )
      const result = await fc.check(property, { numRuns: Number(options.sequences), seed })
      const taken = [...tally.done.values(), ...tally.refused.values()].reduce((sum, count) => sum + count, 0)
      console.log(
        `${engine}: ${result.numRuns} sequences, ${taken} steps, ${Math.round((Date.now() - started) / 1000)} s`,
      )
      console.table({ ...Object.fromEntries(tally.done), ...Object.fromEntries(tally.refused) })
      if (!result.failed) return
      console.error(await fc.asyncDefaultReportMessage(result))
      process.exitCode = 1
    }),
  )
}
