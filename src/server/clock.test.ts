import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openShop } from '../../test/support/open-shop.ts'
import { watchClock } from './clock.ts'
import { openMetrics } from './metrics/metrics.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('watchClock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const watched = () => {
    let time = Date.parse('2026-11-20T12:00:00Z')
    const [warn, jumped] = [vi.fn(), vi.fn()]
    watchClock({ now: () => new Date(time), log: { warn } }, jumped)
    const passTenSeconds = (jump = 0) => {
      time += 10_000 + jump
      vi.advanceTimersByTime(10_000)
    }
    return { warn, jumped, passTenSeconds }
  }

  it.each([400 * DAY, -400 * DAY, 2 * MINUTE, -2 * MINUTE])(
    'logs and counts a jump of %i ms once',
    (jump) => {
      const { warn, jumped, passTenSeconds } = watched()
      for (const each of [0, 0, jump, 0, 0, 0]) passTenSeconds(each)
      expect(warn.mock.calls).toEqual([[{ seconds: jump / 1_000 }, 'the clock jumped']])
      expect(jumped.mock.calls).toEqual([[jump]])
    },
  )

  it('ignores small corrections, also many', () => {
    const { warn, passTenSeconds } = watched()
    for (let look = 0; look < 20; look += 1) passTenSeconds(20_000)
    expect(warn).not.toHaveBeenCalled()
  })
})

it('metrics count jumps of the clock by direction, from 0 on', async () => {
  const shop = await openShop('embedded')
  const load = () => ({ running: 0, waiting: 0 })
  const metrics = openMetrics(shop.shop, { passwords: load, pictures: load })
  metrics.clockJumped(90_000)
  const text = await metrics.registry.metrics()
  expect(text).toContain('surbrote_clock_jumps_total{direction="forward"} 1')
  expect(text).toContain('surbrote_clock_jumps_total{direction="back"} 0')
  await shop.close()
})
