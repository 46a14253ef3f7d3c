import type { FastifyBaseLogger } from 'fastify'
import type { Shop } from './shop.ts'

/** Tolerated difference between the clocks of instances and of concurrent requests. */
const TOLERANCE_MS = 60_000
const LOOK_EVERY_MS = 10_000

/** Timestamps after this moment were written before the clock was set back and are no longer valid. */
export function latestStart(now: Date): Date {
  return after(now, TOLERANCE_MS)
}

/** The earlier of two moments. */
export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

export function later(a: Date, b: Date): Date {
  return a > b ? a : b
}

export function after(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds)
}

interface Watched {
  now: Shop['now']
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Logs each jump of the clock, and calls `jumped` with its milliseconds; below 0 when the clock was set back. */
export function watchClock({ now, log }: Watched, jumped?: (milliseconds: number) => void): void {
  const ahead = () => now().getTime() - performance.now()
  let last = ahead()
  const look = () => {
    const jump = ahead() - last
    last += jump
    if (Math.abs(jump) <= TOLERANCE_MS) return
    log.warn({ seconds: Math.round(jump / 1_000) }, 'the clock jumped')
    jumped?.(jump)
  }
  setInterval(look, LOOK_EVERY_MS).unref()
}
