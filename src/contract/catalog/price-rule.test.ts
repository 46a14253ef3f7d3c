import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_PRICE_PESOS } from '../limits.ts'
import { toCentavos } from '../money.ts'
import { MINUS, type StepRule, priceByRule, ROUNDING_WAYS } from './price-rule.ts'

const rule = (of: Partial<StepRule>): StepRule =>
  ({ kind: 'percent', percent: 0, round_to: 1, rounding: 'nearest', minus: 0, ...of }) as StepRule

describe('priceByRule', () => {
  it.each([
    [18_400_00, { percent: 12, round_to: 100 }, 20_600_00], // 20.608
    [18_400_00, { percent: 12, round_to: 100, rounding: 'up' }, 20_700_00],
    [18_400_00, { percent: 12, round_to: 100, rounding: 'down' }, 20_600_00],
    [18_400_00, { percent: 12, round_to: 1000, minus: 1 }, 20_999_00],
    [18_400_00, { percent: 12, round_to: 1000, minus: 100 }, 20_900_00],
    [18_400_00, { percent: -10 }, 16_560_00],
    [18_400_00, { percent: 0, round_to: 1000 }, 18_000_00],
    // Exactly a half goes up, also where a binary fraction is a little smaller.
    [1_005_00, { percent: 10, round_to: 1 }, 1_106_00], // 1.105,5
    [150_00, { percent: 0, round_to: 100 }, 200_00],
    [100_00, { percent: 0.5, round_to: 1 }, 101_00],
    // Centavos before, whole pesos after.
    [1_234_56, { percent: 0 }, 1_235_00],
    [18_400_00, { kind: 'amount', amount: 550, round_to: 100 }, 19_000_00], // 18.950
    [18_400_00, { kind: 'amount', amount: -400.5 }, 18_000_00], // 17.999,50
    [18_400_00, { kind: 'amount', amount: -400.51 }, 17_999_00],
  ] as const)('%i by %o is %i', (price, of, after) => {
    expect(priceByRule(price, rule(of))).toBe(after)
  })

  it('skips presentations without a price', () => {
    expect(priceByRule(0, rule({ kind: 'amount', amount: 500 }))).toBe(0)
  })

  it('gives no price below 1 peso or above the highest one', () => {
    expect(priceByRule(500_00, rule({ kind: 'amount', amount: -500 }))).toBeUndefined()
    expect(priceByRule(400_00, rule({ percent: 0, round_to: 1000 }))).toBeUndefined()
    expect(priceByRule(100_00, rule({ percent: 0, round_to: 100, minus: 100 }))).toBeUndefined()
    expect(priceByRule(1_00, rule({ percent: 0 }))).toBe(1_00)
    expect(priceByRule(99_999_999_00, rule({ percent: 0 }))).toBe(99_999_999_00)
    expect(priceByRule(99_999_999_99, rule({ percent: 500 }))).toBeUndefined()
  })

  it('matches exact fractions for any price and rule', () => {
    const steps = fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: -9000, max: 50_000 }) }),
      fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: -1e9, max: 1e9 }) }),
    )
    const roundings = fc.record({
      round_to: fc.integer({ min: 1, max: 1000 }),
      rounding: fc.constantFrom(...ROUNDING_WAYS),
      minus: fc.constantFrom(...MINUS),
    })
    const prices = fc.integer({ min: 1, max: toCentavos(MAX_PRICE_PESOS) })
    fc.assert(
      fc.property(prices, steps, roundings, (price, step, rounding) => {
        const sent: StepRule =
          step.kind === 'percent'
            ? { kind: 'percent', percent: step.percent / 100, ...rounding }
            : { kind: 'amount', amount: step.amount / 100, ...rounding }
        expect(priceByRule(price, sent)).toBe(exactly(price, step, rounding))
      }),
      { numRuns: 3_000 },
    )
  })
})

/** The same in whole numbers of any size; hundredths of a percent, centavos. */
function exactly(
  price: number,
  step: { kind: 'percent'; percent: number } | { kind: 'amount'; amount: number },
  { round_to, rounding, minus }: Pick<StepRule, 'round_to' | 'rounding' | 'minus'>,
): number | undefined {
  const number =
    step.kind === 'percent' ? BigInt(price) * BigInt(10_000 + step.percent) : BigInt(price + step.amount)
  const divisor = BigInt(round_to * 100) * (step.kind === 'percent' ? 10_000n : 1n)
  const floor = (value: bigint, by: bigint) => value / by - (value % by < 0n ? 1n : 0n)
  const units =
    rounding === 'up'
      ? -floor(-number, divisor)
      : rounding === 'down'
        ? floor(number, divisor)
        : floor(2n * number + divisor, 2n * divisor)
  const after = Number(units) * round_to * 100 - minus * 100
  return after < 100 || after > 9_999_999_999 ? undefined : after
}
