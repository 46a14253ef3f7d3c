import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Shop } from '../shop.ts'
import { type MinuteJob, startMinutes } from './minutes.ts'

const shop = { log: { error: () => {} } } as unknown as Shop // safe: jobs of these tests use nothing else

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A job that counts its runs, each of which lasts so long. */
function counting(everyMinutes: number, lastsMinutes = 0) {
  const counts = { begun: 0, ended: 0 }
  const job: MinuteJob = {
    name: `each ${everyMinutes}`,
    everyMinutes,
    run: async () => {
      counts.begun += 1
      if (lastsMinutes > 0) await new Promise((resolve) => setTimeout(resolve, lastsMinutes * 60_000))
      counts.ended += 1
    },
  }
  return { job, counts }
}

describe('startMinutes', () => {
  it('runs each job at the start and by its own interval', async () => {
    const [often, seldom] = [counting(1), counting(5)]
    const minutes = startMinutes(shop, undefined, [often.job, seldom.job])
    await vi.advanceTimersByTimeAsync(11 * 60_000)
    expect([often.counts.ended, seldom.counts.ended]).toEqual([12, 3])
    await minutes.stop()
    await vi.advanceTimersByTimeAsync(11 * 60_000)
    expect(often.counts.ended).toBe(12)
  })

  it('reports a failure, runs that job again and the others too', async () => {
    const good = counting(1)
    const bad: MinuteJob = { name: 'bad', everyMinutes: 1, run: () => Promise.reject(new Error('x')) }
    const ran: string[] = []
    const watcher = ({ job, ok }: { job: string; ok: boolean }) => ran.push(`${job}: ${ok}`)
    const minutes = startMinutes(shop, watcher, [bad, good.job])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ran).toEqual(['bad: false', 'each 1: true', 'bad: false', 'each 1: true'])
    await minutes.stop()
  })

  it('does not start a job that still runs, and lets it end before a stop', async () => {
    const slow = counting(1, 3)
    const minutes = startMinutes(shop, undefined, [slow.job])
    await vi.advanceTimersByTimeAsync(2.5 * 60_000)
    expect(slow.counts).toEqual({ begun: 1, ended: 0 })
    let isStopped = false
    const stopped = minutes.stop().then(() => (isStopped = true))
    await vi.advanceTimersByTimeAsync(0)
    expect(isStopped).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    await stopped
    expect(slow.counts).toEqual({ begun: 1, ended: 1 })
  })
})
