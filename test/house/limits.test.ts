import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Limit, LIMITS, type Quota } from '../../src/server/limits/limits.ts'

const SPANS: [number, string][] = [
  [24 * 60 * 60_000, 'day'],
  [60 * 60_000, 'hour'],
  [60_000, 'minute'],
]

function inWords({ max, windowMs, gapMs = 0 }: Quota): string {
  const [unit, name] = SPANS.find(([ms]) => windowMs % ms === 0) ?? [1_000, 'second']
  const count = windowMs / unit
  const span = count === 1 ? `a ${name}`.replace('a hour', 'an hour') : `in ${count} ${name}s`
  return `${max} ${span}${gapMs === 0 ? '' : `, ${gapMs / 1_000} s apart`}`
}

describe('docs/operating/limits.md', () => {
  it('has each limit', () => {
    const rows = readFileSync('docs/operating/limits.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) =>
        line
          .slice(2, -2)
          .split('|')
          .map((cell) => cell.trim()),
      )
      .slice(2)
    const limits: Limit[] = Object.values(LIMITS)
    expect(rows).toEqual(
      limits.map(({ who, what, quotas, above = 'refused' }) => [
        who,
        what,
        quotas.map(inWords).join('; '),
        above,
      ]),
    )
  })

  it('begins each limit with its shortest window', () => {
    const limits: Limit[] = Object.values(LIMITS)
    for (const { quotas } of limits)
      expect(quotas).toEqual(quotas.toSorted((a, b) => a.windowMs - b.windowMs))
  })
})
