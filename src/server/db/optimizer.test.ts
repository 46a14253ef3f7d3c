import { describe, expect, it } from 'vitest'
import { canOptimize } from './optimizer.ts'

const GB = 1024 ** 3

describe('canOptimize', () => {
  it.each([
    ['1 GB', GB, 0, false],
    ['1 GB, of which the unit gets 70 %', GB, 0.7 * GB, false],
    ['2 GB, of which the unit gets 70 %', 1.9 * GB, 0.7 * 1.9 * GB, true],
    ['a container of 1 GB on a large machine', 64 * GB, GB, false],
    ['a large machine', 64 * GB, 0, true],
    // What Linux answers without a limit.
    ['a large machine', 64 * GB, 2 ** 63, true],
  ])('%s', (_name, machine, limit, can) => {
    expect(canOptimize(machine, limit)).toBe(can)
  })
})
