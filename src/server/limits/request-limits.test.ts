import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/support/open-shop.ts'
import { requestLimits } from './request-limits.ts'

describe('the limits of requests', () => {
  const start = new Date('2026-11-20T15:00:00Z').getTime()

  function atTime() {
    const clock = { time: start }
    const limits = requestLimits(1, () => new Date(clock.time))
    const ask = (times: number) => {
      for (let each = 0; each < times; each += 1) limits.address('203.0.113.7')
    }
    return { clock, ask }
  }

  it('lets one address make 600 requests a minute, and again in the next', () => {
    const { clock, ask } = atTime()
    ask(600)
    expect(() => ask(1)).toThrow('Demasiadas solicitudes')
    clock.time += 60_000
    expect(() => ask(600)).not.toThrow()
  })

  it('starts over when the clock was set back', () => {
    const { clock, ask } = atTime()
    ask(600)
    clock.time -= 2 * 60 * 60_000
    expect(() => ask(600)).not.toThrow()
    expect(() => ask(1)).toThrow('Demasiadas solicitudes')
    clock.time += 60_000
    expect(() => ask(600)).not.toThrow()
  })
})

it('does not count health checks', async () => {
  const shop = await openShop('embedded', { rateLimitFactor: 0.01 })
  try {
    for (let n = 0; n < 20; n++) {
      expect((await shop.app.inject('/healthz')).statusCode).toBe(200)
      expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
    }
    const statuses = []
    for (let n = 0; n < 9; n++) statuses.push((await shop.anonymous.get('/brands/')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429])
  } finally {
    await shop.close()
  }
})
