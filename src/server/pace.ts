import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long enough to matter little to the work, short enough that nobody notices the wait. */
const AT_ONCE_MS = 20

/** Tells long work in this process when to let other requests in, beginning again each time that it said so. */
export function pacing(): () => boolean {
  let began = performance.now()
  return () => {
    const now = performance.now()
    if (now - began < AT_ONCE_MS) return false
    began = now
    return true
  }
}

/** Each item, with pauses in which other requests are answered. */
export async function* paced<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  const isTime = pacing()
  for (const item of items) {
    yield item
    if (isTime()) await nextTurn()
  }
}
