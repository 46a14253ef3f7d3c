import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Failures } from '../support/proof.ts'
import type { Server } from '../../test/support/servers/start-server.ts'
import { ROOT } from '../../test/support/test-environment.ts'

/** The means of the first third after the warm-up and of the last one, in MiB. */
interface Thirds {
  /** JavaScript heap of the main thread, after garbage collection. */
  heap: [first: number, last: number]
  /** Private memory of the process, without shared pages such as program files. */
  private: [first: number, last: number]
  /** The highest private memory after the warm-up, and before. */
  most: number
  mostBefore: number
  /** Size of the /metrics response, in kilobytes. */
  metrics: [first: number, last: number]
}

/** Options for `startServer`, so that it reports its heap. */
export const TELLS_HEAP = ['--expose-gc', '--import', path.join(ROOT, 'test/support/servers/tell-heap.ts')]

const EVERY_MS = 500
/** Rarely, as a collection also frees private memory. */
const HEAP_EVERY_MS = 3_000
const WARM_UP = 0.4
const HEAP_MAY_GROW = 15
const PRIVATE_MAY_GROW = 50
/** In kilobytes: routes that are asked for the first time are new series. */
const METRICS_MAY_GROW = 50
/** The limits above in words. */
export const FLAT = `after a warm-up of ${WARM_UP * 100} % the means of the first and the last third differ by at most ${HEAP_MAY_GROW} MiB of heap, every ${HEAP_EVERY_MS / 1_000} s after a collection, ${PRIVATE_MAY_GROW} MiB of private memory and ${METRICS_MAY_GROW} kB of /metrics`

/** Looks twice a second until it is stopped. Of a server that is replaced only the last one counts. */
export function watchMemory(current: () => Server, metricsPort: number): { stop(): Promise<Thirds> } {
  let pid = 0
  let heaps: number[] = []
  let privates: number[] = []
  let metrics: number[] = []
  let heapAt = 0
  const state = { stopped: false }
  const look = async () => {
    const server = current()
    if (server.pid !== pid)
      [pid, heaps, privates, metrics, heapAt] = [server.pid, [], [], [], performance.now()]
    privates.push(privateOf(pid))
    metrics.push((await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).length / 1024)
    if (performance.now() - heapAt < HEAP_EVERY_MS) return
    heapAt = performance.now()
    heaps.push(await heapOf(server))
  }
  const watching = (async () => {
    for (; !state.stopped; await sleep(EVERY_MS)) await look().catch(() => undefined)
  })()
  return {
    async stop() {
      state.stopped = true
      await watching
      return {
        heap: thirdsOf(heaps),
        private: thirdsOf(privates),
        metrics: thirdsOf(metrics),
        most: Math.max(...afterWarmUp(privates)),
        mostBefore: Math.max(...privates.slice(0, -afterWarmUp(privates).length)),
      }
    },
  }
}

function privateOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, value]) => Number(value))
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

async function heapOf(server: Server): Promise<number> {
  const told = once(server.process, 'message', { signal: AbortSignal.timeout(5_000) })
  server.process.send('heap')
  const [{ heapUsed }] = (await told) as [{ heapUsed: number }]
  return heapUsed / 1024 ** 2
}

function afterWarmUp(seen: number[]): number[] {
  return seen.slice(Math.ceil(seen.length * WARM_UP))
}

function thirdsOf(seen: number[]): [number, number] {
  const warm = afterWarmUp(seen)
  const third = Math.floor(warm.length / 3)
  if (third === 0) throw new Error(`Too short: memory was looked at only ${seen.length} times`)
  const mean = (part: number[]) => part.reduce((sum, each) => sum + each, 0) / part.length
  return [mean(warm.slice(0, third)), mean(warm.slice(-third))]
}

/** Adds a failure for memory that grows, or is above `limit` MiB. */
export function judgeMemory(engine: string, memory: Thirds, limit: number, failures: Failures): void {
  const grown = ([first, last]: [number, number]) => last - first
  if (grown(memory.heap) > HEAP_MAY_GROW) failures.add(`the heap grows on ${engine}`, arrow(memory.heap))
  if (grown(memory.private) > PRIVATE_MAY_GROW)
    failures.add(`private memory grows on ${engine}`, arrow(memory.private))
  if (grown(memory.metrics) > METRICS_MAY_GROW)
    failures.add(`/metrics grows on ${engine}`, arrow(memory.metrics, 'kB'))
  if (memory.most > limit)
    failures.add(`private memory above ${limit} MiB on ${engine}`, `${Math.round(memory.most)} MiB`)
}

/** `heap 51 → 56 MiB, private 412 → 424 MiB, at most 430 MiB (410 MiB in the warm-up), /metrics 90 → 91 kB` */
export function memoryText(memory: Thirds): string {
  return `heap ${arrow(memory.heap)}, private ${arrow(memory.private)}, at most ${Math.round(memory.most)} MiB (${Math.round(memory.mostBefore)} MiB in the warm-up), /metrics ${arrow(memory.metrics, 'kB')}`
}

function arrow([first, last]: [number, number], unit = 'MiB'): string {
  return `${Math.round(first)} → ${Math.round(last)} ${unit}`
}
