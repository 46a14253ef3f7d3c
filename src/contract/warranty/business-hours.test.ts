import { describe, expect, it } from 'vitest'
import { businessHours, businessHoursBefore, waitTone } from './business-hours.ts'

/** Friday is 2026-11-20; hours are those of Buenos Aires. */
const at = (day: number, time: string) => `2026-11-${String(day).padStart(2, '0')}T${time}:00-03:00`

describe('businessHours', () => {
  it('counts within a day', () => {
    expect(businessHours(at(18, '10:00'), at(18, '12:30'))).toBe(2.5)
  })

  it('leaves out times before nine and after eighteen', () => {
    expect(businessHours(at(18, '07:00'), at(18, '22:00'))).toBe(9)
    expect(businessHours(at(18, '18:00'), at(19, '09:00'))).toBe(0)
  })

  it('leaves out the weekend', () => {
    expect(businessHours(at(20, '17:00'), at(23, '10:00'))).toBe(2)
    expect(businessHours(at(21, '10:00'), at(22, '23:00'))).toBe(0)
  })

  it('counts forty-five hours a week, over months and years', () => {
    expect(businessHours(at(4, '11:00'), at(18, '11:00'))).toBe(90)
    expect(businessHours('2025-11-19T15:00:00-03:00', at(18, '15:00'))).toBe(52 * 45)
  })

  it('uses the time of Buenos Aires, not UTC', () => {
    // 21:30 in Buenos Aires is already the next day in UTC.
    expect(businessHours('2026-11-19T00:30:00Z', '2026-11-19T13:00:00Z')).toBe(1)
  })

  it('is 0 when no time has passed', () => {
    expect(businessHours(at(18, '10:00'), at(18, '10:00'))).toBe(0)
    expect(businessHours(at(18, '10:00'), at(17, '10:00'))).toBe(0)
  })
})

describe('waitTone', () => {
  it('warns from 48 hours and is late after 72', () => {
    expect([47.9, 48, 72, 72.1].map(waitTone)).toEqual(['ok', 'warn', 'warn', 'err'])
  })
})

describe('businessHoursBefore', () => {
  it.each([
    [at(18, '12:00'), 2, at(18, '10:00')],
    [at(18, '12:00'), 3, at(17, '18:00')],
    [at(23, '10:00'), 2, at(20, '17:00')],
    [at(22, '12:00'), 9, at(19, '18:00')],
    [at(24, '11:00'), 72, at(12, '11:00')],
  ])('of %s: %i hours', (to, hours, from) => {
    expect(businessHoursBefore(new Date(to), hours)).toEqual(new Date(from))
    expect(businessHours(from, to)).toBe(hours)
  })
})
