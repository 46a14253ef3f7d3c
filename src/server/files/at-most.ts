import { DomainError } from '../errors.ts'

export interface Turns {
  <Result>(work: () => Promise<Result>): Promise<Result>
  /** At this moment. */
  count(): { running: number; waiting: number }
  /** Resolves when nothing runs and nothing waits. */
  settled(): Promise<void>
}

/**
 * Runs at most so many at the same time, the others in the order they came. With `waiting`, whoever would have to wait
 * behind that many is refused as `UNAVAILABLE`.
 */
export function atMost(limit: number, { waiting = Number.POSITIVE_INFINITY } = {}): Turns {
  const queue: (() => void)[] = []
  let idle: (() => void)[] = []
  let running = 0

  async function take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= limit) {
      if (queue.length >= waiting) throw busy()
      // Whoever ends gives its place on without freeing it.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else release()
    }
  }

  function release(): void {
    running -= 1
    if (running > 0) return
    for (const resolve of idle) resolve()
    idle = []
  }

  return Object.assign(take, {
    count: () => ({ running, waiting: queue.length }),
    settled: () => (running === 0 ? Promise.resolve() : new Promise<void>((resolve) => idle.push(resolve))),
  })
}

function busy(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'Hay muchas imágenes en proceso. Intentar de nuevo en unos segundos.',
    {
      retryAfterSeconds: 5,
    },
  )
}
