import { createHash } from 'node:crypto'
import { randomNumbers } from '../../proofs/load/seed.ts'

/**
 * With TEST_WHOLE=1, which `npm run strangers` sets, tests that try very many inputs try all of them, and every stranger
 * installs, builds and tests. `npm test` takes a part; a random one by a seed that the name of the test shows.
 */
export const isWhole = process.env['TEST_WHOLE'] === '1'

/** TEST_SEED repeats the part of another run. */
export const SEED = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 1_000_000))

/** Takes about one of `n`, others each time that it is asked; in a whole run all. */
export function takeOneOf(n: number): <Item>(items: Item[]) => Item[] {
  const random = randomNumbers(SEED)
  return (items) => (isWhole ? items : items.filter(() => random() * n < 1))
}

/**
 * Whether a file or a screen is tried in full. In `npm test` without words, which `scripts/test.mjs` tells, about one of `n`
 * is: by the seed of the run, the same in each of its processes.
 */
export function isDrawn(name: string, n: number): boolean {
  if (process.env['TEST_PART'] !== '1' || isWhole) return true
  const [first = 0] = createHash('sha256').update(`${SEED} ${name}`).digest()
  return first * n < 256
}
