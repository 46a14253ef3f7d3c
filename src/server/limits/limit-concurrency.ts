/** How many run, and how many wait for their turn. */
export interface Load {
  running: number
  waiting: number
}

interface ConcurrencyLimit {
  <Result>(work: () => Promise<Result>): Promise<Result>
  load(): Load
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>
}

/**
 * Runs at most `limit` tasks at the same time, the others in order of arrival. Refuses tasks with the error of
 * `whenFull` when `maxWaiting` are waiting.
 */
export function limitConcurrency(
  limit: number,
  full?: { maxWaiting: number; whenFull: () => Error },
): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let onIdle: (() => void)[] = []
  let running = 0

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= limit) {
      if (full && queue.length >= full.maxWaiting) throw full.whenFull()
      // A finished task hands its slot to the next one, so that no new task can take it first.
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
    for (const resolve of onIdle) resolve()
    onIdle = []
  }

  return Object.assign(run, {
    load: () => ({ running, waiting: queue.length }),
    idle: () => (running === 0 ? Promise.resolve() : new Promise<void>((resolve) => onIdle.push(resolve))),
  })
}
