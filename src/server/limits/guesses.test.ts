import { describe, expect, it } from 'vitest'
import { waitsAfterFailures } from './guesses.ts'

describe('waitsAfterFailures', () => {
  it('lets five failures pass and then waits 1, 2, 4 … 2,400 seconds', () => {
    const seconds = waitsAfterFailures(1).map((ms) => ms / 1_000)
    expect(seconds).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 2400])
  })
  it('allows at most 55 guesses a day, 110 by both names of an account', () => {
    const waits = waitsAfterFailures(1)
    let guesses = 0
    for (let time = 0; time < 86_400_000; guesses += 1)
      time += waits[Math.min(guesses, waits.length - 1)] ?? 0
    expect(guesses).toBeLessThanOrEqual(55)
  })
  it('is less strict with a larger factor', () => {
    const waits = waitsAfterFailures(2)
    expect(waits.filter((wait) => wait === 0)).toHaveLength(9)
    expect(waits.at(-1)).toBe(1_200_000)
  })
})
