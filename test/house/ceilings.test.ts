import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mediaWidths, strayColours } from './measures.ts'
import { readSource } from './sources.ts'

const sources = globSync('src/**/*.{ts,tsx,css}').map((file) => readSource('.', file))

interface Measure {
  name: string
  /** `npm run house -- --list LIST` prints the items. */
  list: string
  found: string[]
  /** Lower it in the change that falls below it. */
  ceiling: number
}

const MEASURES: Measure[] = [
  { name: 'widths in sheets', list: 'widths', found: mediaWidths(sources), ceiling: 6 },
  { name: 'colours outside tokens.css', list: 'colours', found: strayColours(sources), ceiling: 0 },
]

/** Figures of `npm run house` that must not grow. */
describe.each(MEASURES)('$name', ({ name, list, found, ceiling }) => {
  it(`are ${ceiling} at most`, () => {
    const more = `${found.length} ${name}, ${ceiling} allowed (npm run house -- --list ${list}):\n${found.join('\n')}`
    expect(found.length, more).toBeLessThanOrEqual(ceiling)
    if (found.length < ceiling)
      process.stderr.write(`${found.length} ${name}: lower the ceiling in test/house/ceilings.test.ts\n`)
  })
})
