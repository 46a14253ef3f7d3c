import { array, assert, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spreadDiscount } from './order-desk.ts'

const line = record({
  quantity: integer({ min: 1, max: 60 }),
  price: integer({ min: 0, max: 50_000_000 }),
})
const lines = array(line, { minLength: 1, maxLength: 12 })
/** Percent with two decimals. */
const percents = integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100)

const total = (all: readonly { quantity: number }[], prices: readonly number[]) =>
  all.reduce((sum, { quantity }, at) => sum + quantity * (prices[at] ?? 0), 0)

describe('spreadDiscount', () => {
  it('gives whole centavos, each within one of its exact price', () => {
    assert(
      property(lines, percents, (all, percent) => {
        const prices = spreadDiscount(all, percent)
        const kept = 10_000 - Math.round(percent * 100)
        for (const [at, { price }] of all.entries()) {
          const now = prices[at] ?? -1
          expect(Number.isInteger(now) && now >= 0 && now <= price).toBe(true)
          expect(Math.abs(now * 10_000 - price * kept)).toBeLessThan(10_000)
        }
      }),
    )
  })

  it('never exceeds the rounded total, and lacks less than the units of a line that could take a centavo', () => {
    assert(
      property(lines, percents, (all, percent) => {
        const prices = spreadDiscount(all, percent)
        const kept = 10_000 - Math.round(percent * 100)
        const exact = Math.round(
          (total(
            all,
            all.map(({ price }) => price),
          ) *
            kept) /
            10_000,
        )
        const lacking = exact - total(all, prices)
        expect(lacking).toBeGreaterThanOrEqual(0)
        const open = all.filter(({ price }, at) => (prices[at] ?? 0) * 10_000 < price * kept)
        for (const { quantity } of open) expect(lacking).toBeLessThan(quantity)
      }),
    )
  })

  it('is exact for lines of one unit', () => {
    assert(
      property(array(integer({ min: 0, max: 50_000_000 }), { minLength: 1 }), percents, (list, percent) => {
        const all = list.map((price) => ({ quantity: 1, price }))
        const kept = 10_000 - Math.round(percent * 100)
        const sum = list.reduce((one, other) => one + other, 0)
        expect(total(all, spreadDiscount(all, percent))).toBe(Math.round((sum * kept) / 10_000))
      }),
    )
  })

  it('gives everything away at 100 percent', () => {
    expect(spreadDiscount([{ quantity: 3, price: 1_001 }], 100)).toEqual([0])
  })
})
