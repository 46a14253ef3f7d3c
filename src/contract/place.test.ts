import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatPesos } from './money.ts'
import { CURRENCY, formatNumber, LOCALE } from './place.ts'

/** Money and percentages; not -0, which `Intl` writes as '-0'. */
const numbers = fc.oneof(
  fc.integer(),
  fc.integer({ min: -1e13, max: 1e13 }).map((hundredths) => hundredths / 100 || 0),
)

it('formats numbers as Intl does', () => {
  const decimals = fc.record({ least: fc.integer({ min: 0, max: 2 }), most: fc.integer({ min: 2, max: 4 }) })
  fc.assert(
    fc.property(numbers, decimals, (value, { least, most }) => {
      const options = { minimumFractionDigits: least, maximumFractionDigits: most }
      expect(formatNumber(value, { least, most })).toBe(value.toLocaleString(LOCALE, options))
    }),
  )
  expect(formatNumber(1234.5678)).toBe((1234.5678).toLocaleString(LOCALE))
})

it('formats pesos as Intl does', () => {
  fc.assert(
    fc.property(numbers, (value) => {
      const maximumFractionDigits = Number.isInteger(value) ? 0 : 2
      const options = { style: 'currency', currency: CURRENCY, maximumFractionDigits } as const
      expect(formatPesos(value)).toBe(value.toLocaleString(LOCALE, options))
    }),
  )
})
