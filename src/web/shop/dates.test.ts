import { describe, expect, it } from 'vitest'
import { dayOf, formatCalendarDay, formatDay, formatShortDay, formatTime } from './dates.ts'

describe('formatDay', () => {
  it('is the day in Buenos Aires', () => {
    expect(formatDay('2026-11-21T02:59:00Z')).toBe('20 de noviembre de 2026')
    expect(formatShortDay('2026-11-21T03:00:00Z')).toBe('21/11/2026')
    expect(formatTime('2026-11-21T02:05:00Z')).toBe('23:05')
  })
})

describe('dayOf', () => {
  it('is the calendar day of Buenos Aires, and reads back as the same day', () => {
    expect(dayOf('2026-11-21T02:59:00Z')).toBe('2026-11-20')
    expect(dayOf('2026-11-21T03:00:00Z')).toBe('2026-11-21')
    expect(formatCalendarDay('2026-11-20')).toBe('20 de noviembre de 2026')
  })
})
