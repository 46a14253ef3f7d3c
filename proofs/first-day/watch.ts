import { get } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from './machine.ts'

/** What visitors saw meanwhile. */
export interface Watched {
  requests: number
  failed: number
  /** Longest time from the first failed request to the next good one. */
  downMs: number
}

/** Asks the shop through nginx every 20 ms while `act` runs, for a page that is never cached. */
export async function watched(act: () => Promise<unknown>): Promise<Watched> {
  const seen: Watched = { requests: 0, failed: 0, downMs: 0 }
  const running = new AbortController()
  const asking = ask(seen, running.signal)
  try {
    await act()
    // A failure at the end lasts until the next good answer.
    await sleep(1_000)
  } finally {
    running.abort()
    await asking
  }
  return seen
}

async function ask(seen: Watched, signal: AbortSignal): Promise<void> {
  let failing: number | undefined
  while (!signal.aborted) {
    const began = performance.now()
    const good = await answers(seen.requests)
    seen.requests += 1
    if (good && failing !== undefined) seen.downMs = Math.max(seen.downMs, performance.now() - failing)
    if (!good) seen.failed += 1
    failing = good ? undefined : (failing ?? began)
    await sleep(Math.max(0, 20 - (performance.now() - began)))
  }
}

/** Each time from another address, as nginx limits the requests of one. */
function answers(count: number): Promise<boolean> {
  const localAddress = `127.0.${1 + (Math.floor(count / 250) % 250)}.${1 + (count % 250)}`
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const options = { localAddress, agent: false, timeout: 5_000 }
  const request = get('https://tienda.example/healthz', options, (answer) => {
    answer.resume()
    resolve(answer.statusCode === 200)
  })
  request.on('error', () => resolve(false))
  request.on('timeout', () => void request.destroy(new Error('no answer')))
  return promise
}

/** What systemd says when something was not as it should be, and errors of the shop. */
const TROUBLE =
  / systemd\[1\]: .*(?:code=(?:killed|dumped)|\/SYS|Failed (?:with|to)|Scheduled restart|[Oo]ut of memory|oom|timed out|Watchdog)|"level":(?:50|60)/

/** Lines of trouble in the journal since the last look at it, also of earlier boots. */
export async function troubles(machine: Machine): Promise<string[]> {
  const lines = await machine.ask('journalctl --no-pager --quiet --cursor-file=/var/log/first-day')
  return lines.split('\n').filter((line) => TROUBLE.test(line))
}

/** Throws when the journal has trouble: a unit was killed, failed or restarted, or the shop wrote an error. */
export async function expectCalm(machine: Machine): Promise<void> {
  const found = await troubles(machine)
  if (found.length > 0) throw new Error(`The journal:\n${found.join('\n')}`)
}
