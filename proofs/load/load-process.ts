import net from 'node:net'
import type { Load, LoadResult } from './load.ts'

/**
 * A process that sends requests as fast as they are answered, over keep-alive connections, one request at a time on
 * each. Uses bare sockets, because an HTTP client costs more than the server that it measures.
 */
process.on('message', (load: Load) => {
  void run(load).then((result) => process.send?.(result))
})

async function run(load: Load): Promise<LoadResult> {
  const requests = load.requests.map((text) => Buffer.from(text))
  // Each request at least once, to fill the cache.
  const share = Math.ceil(requests.length / load.connections)
  const warmUp = await Promise.all(connections(load, requests, load.warmUpSeconds, share))
  const started = performance.now()
  const runs = await Promise.all(connections(load, requests, load.seconds))
  const seconds = (performance.now() - started) / 1000
  const times = Float64Array.from(runs.flatMap(({ times }) => times)).toSorted()
  const at = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  const statuses: Record<string, number> = {}
  for (const [status, count] of runs.flatMap((run) => [...run.statuses])) {
    statuses[status] = (statuses[status] ?? 0) + count
  }
  const answers = times.length + warmUp.reduce((sum, { times }) => sum + times.length, 0)
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), statuses, answers }
}

interface Run {
  times: number[]
  /** Number of responses by status. */
  statuses: Map<number, number>
}

function connections(load: Load, requests: Buffer[], seconds: number, atLeast = 1): Promise<Run>[] {
  const end = performance.now() + seconds * 1000
  return Array.from({ length: load.connections }, (_, index) =>
    ask(load.ports[index % load.ports.length] ?? 0, requests, {
      first: Math.floor((index * requests.length) / load.connections),
      end,
      atLeast,
    }),
  )
}

/** Starts at its own offset in the requests and cycles through them until `end`, at least `atLeast` times. */
function ask(
  port: number,
  requests: Buffer[],
  { first, end, atLeast }: { first: number; end: number; atLeast: number },
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const statuses = new Map<number, number>()
    const times: number[] = []
    let next = first
    let sent = 0
    let received = Buffer.alloc(0)
    const socket = net.connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.setTimeout(10_000, () => socket.destroy(new Error('No answer for 10 s')))

    const send = () => {
      const request = requests[next % requests.length]
      next += 1
      sent = performance.now()
      if (request) socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const answer = readAnswer(received)
      if (!answer) return
      const now = performance.now()
      times.push(now - sent)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      received = Buffer.alloc(0)
      if (now < end || times.length < atLeast) return send()
      socket.destroy()
      resolve({ times, statuses })
    })
  })
}

/** Undefined until it is complete. Every response of the shop has a length. */
function readAnswer(bytes: Buffer): { status: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (bytes.length < headEnd + 4 + Number(length ?? 0)) return undefined
  return { status: Number(head.slice(9, 12)) }
}
