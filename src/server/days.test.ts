import { describe, expect, it } from 'vitest'
import { dayOf, startOfDay } from './days.ts'

describe('dayOf', () => {
  it.each([
    // The last minute before and the first after midnight UTC: the same day in Buenos Aires.
    ['2026-11-20T20:59:00-03:00', '2026-11-20'],
    ['2026-11-20T21:01:00-03:00', '2026-11-20'],
    ['2026-11-20T23:59:00-03:00', '2026-11-20'],
    ['2026-11-21T00:01:00-03:00', '2026-11-21'],
    ['2026-12-31T23:59:00-03:00', '2026-12-31'],
    ['2027-01-01T00:01:00-03:00', '2027-01-01'],
    ['2028-02-29T21:01:00-03:00', '2028-02-29'],
  ])('%s is in %s', (instant, day) => {
    expect(dayOf(new Date(instant))).toBe(day)
  })
})

describe('startOfDay', () => {
  it('is midnight in Buenos Aires', () => {
    expect(startOfDay('2026-11-20')).toEqual(new Date('2026-11-20T03:00:00Z'))
  })

  it('is the first millisecond of its day', () => {
    const start = startOfDay('2027-03-01')
    expect(dayOf(start)).toBe('2027-03-01')
    expect(dayOf(new Date(start.getTime() - 1))).toBe('2027-02-28')
  })
})
