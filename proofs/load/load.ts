import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { FLAGS } from '../../test/support/servers/start-server.ts'

export interface Load {
  /** One server or several, which share the connections in turn. */
  ports: number[]
  connections: number
  seconds: number
  /** Before measuring: fills the cache and lets code be compiled. */
  warmUpSeconds: number
  /** Whole HTTP requests as text; each connection cycles through them. */
  requests: string[]
}

export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Number of responses by status. */
  statuses: Record<string, number>
  /** Including the warm-up. */
  answers: number
}

/** Sends the load from another process, so that it does not share the server's event loop. */
export async function measure(load: Load, expected: number): Promise<LoadResult> {
  const child = fork(path.join(import.meta.dirname, 'load-process.ts'), { execArgv: FLAGS })
  child.send(load)
  const [result] = (await Promise.race([once(child, 'message'), failed(child)])) as [LoadResult]
  child.kill()
  const others = Object.entries(result.statuses).filter(([status]) => Number(status) !== expected)
  if (others.length > 0) console.warn(`  Answers other than ${expected}: ${JSON.stringify(others)}`)
  return result
}

/** Rejects when the process has ended, so that nothing waits for it. */
async function failed(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`${child.spawnargs[2] ?? 'A process'} ended with code ${code}`)
}

/** A GET like that of a browser, which accepts compressed responses. */
export function get(address: string, access?: string): string {
  return request('GET', address, access)
}

export function post(address: string, access: string | undefined, body: unknown): string {
  return request('POST', address, access, JSON.stringify(body))
}

function request(method: string, address: string, access?: string, body?: string): string {
  const head = [
    `${method} ${address} HTTP/1.1`,
    'Host: localhost',
    'Accept-Encoding: gzip, deflate, br',
    'Cookie: ageVerified=true',
    ...(access === undefined ? [] : [`Authorization: Bearer ${access}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}
