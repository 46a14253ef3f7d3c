import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds after which a start is over. */
export const STARTED = 10_000

/**
 * Collects once the garbage that the start of this thread left. V8 collects when memory is asked for, so an idle shop
 * would keep it for hours (decision 0049). Takes about a tenth of a second.
 */
export function collectOnceStarted(): void {
  setTimeout(() => {
    // Only contexts made from now on get `gc`: https://nodejs.org/api/v8.html#v8setflagsfromstringflags
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  }, STARTED).unref()
}
