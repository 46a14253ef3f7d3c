import { describe, expect, it } from 'vitest'
import { timeLeft } from './regrets-page.tsx'

const RECEIVED = '2026-11-20T12:00:00.000Z'

describe('timeLeft', () => {
  it.each([
    ['2026-11-20T12:00:00Z', 'Quedan 24 h', 'ok'],
    ['2026-11-21T07:30:00Z', 'Quedan 4 h', 'warn'],
    ['2026-11-21T10:59:00Z', 'Queda 1 h', 'warn'],
    ['2026-11-21T11:30:00Z', 'Queda menos de 1 h', 'warn'],
    ['2026-11-21T12:00:00Z', 'Vencida hace 0 h', 'err'],
    ['2026-11-22T13:00:00Z', 'Vencida hace 25 h', 'err'],
  ])('at %s says %s', (now, text, tone) => {
    expect(timeLeft(RECEIVED, Date.parse(now))).toEqual({ text, tone })
  })
})
