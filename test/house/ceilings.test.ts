import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { circles } from './circles.ts'
import { containerWidths, mediaWidths, strayColours, strayType } from './measures.ts'
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
  { name: 'widths in sheets', list: 'widths', found: mediaWidths(sources), ceiling: 7 },
  { name: 'widths of containers', list: 'containers', found: containerWidths(sources), ceiling: 5 },
  { name: 'sizes and layers outside tokens.css', list: 'type', found: strayType(sources), ceiling: 0 },
  { name: 'colours outside tokens.css', list: 'colours', found: strayColours(sources), ceiling: 0 },
  {
    name: 'circles of imports',
    list: 'circles',
    found: circles(sources, { ofValues: true }),
    ceiling: 0,
  },
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

describe('what a sheet writes instead of using a token', () => {
  const sheet = (text: string) => [{ file: 'src/web/page.css', text, lines: 1 }]

  it.each([
    'font-size: 1.125rem;',
    'font-size: min(9vw, 2rem);',
    'font-weight: 700;',
    'font-weight: bold;',
    'line-height: 1.25;',
    'font: var(--strong) 1rem / var(--snug) var(--font-ui);',
    'z-index: 20;',
  ])('is found: %s', (declaration) => {
    expect(strayType(sheet(`.page {\n  ${declaration}\n}`))).toEqual([`src/web/page.css:2 ${declaration}`])
  })

  it.each([
    'font: var(--title-17);',
    'font-size: min(var(--type-17), 9cqi);',
    'font: inherit;',
    'font-size: 9.5pt;',
  ])('is not: %s', (declaration) => {
    expect(strayType(sheet(`.page {\n  ${declaration}\n}`))).toEqual([])
  })

  it('is a width of a container that the window has not', () => {
    const text = '@media (width >= 48rem) {} @container (48rem <= width < 50em) {}'
    expect(containerWidths(sheet(text))).toEqual(['50em'])
  })
})

describe('circles', () => {
  const tree = (files: Record<string, string>) =>
    Object.entries(files).map(([name, text]) => ({ file: `src/${name}.ts`, text, lines: 1 }))

  it('are found through any number of files, re-exports too', () => {
    const sources = tree({
      door: "export { inner } from './inner.ts'",
      inner: "import { own } from './own.ts'",
      own: "import { type A, b } from './door.ts'",
      beside: "import { inner } from './inner.ts'",
    })
    expect(circles(sources, { ofValues: true })).toEqual(['src/door.ts ⇄ src/inner.ts ⇄ src/own.ts'])
  })

  it('of types alone are told apart', () => {
    const sources = tree({
      page: "import { card } from './card.ts'",
      card: "import { type Row } from './page.ts'",
    })
    expect(circles(sources, { ofValues: true })).toEqual([])
    expect(circles(sources, { ofValues: false })).toEqual(['src/card.ts ⇄ src/page.ts'])
  })
})
