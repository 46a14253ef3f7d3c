import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { FLAGS } from '../servers/start-server.ts'

export interface Load {
  /** Of one server or of several, which take turns in being given a connection. */
  ports: number[]
  connections: number
  seconds: number
  /** Before it is measured: kept answers are made, code is compiled. */
  warmUpSeconds: number
  /** Whole HTTP requests as text; each connection goes round in them. */
  requests: string[]
}

export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** How many answers of each status. */
  statuses: Record<string, number>
  /** Warm-up included. */
  answers: number
}

/** Loads the server from another process, so that asking does not share its event loop. */
export async function measure(load: Load, expected: number): Promise<LoadResult> {
  const child = fork(path.join(import.meta.dirname, 'load-process.ts'), { execArgv: FLAGS })
  child.send(load)
  const [result] = (await Promise.race([once(child, 'message'), failed(child)])) as [LoadResult]
  child.kill()
  const others = Object.entries(result.statuses).filter(([status]) => Number(status) !== expected)
  if (others.length > 0) console.warn(`  Answers other than ${expected}: ${JSON.stringify(others)}`)
  return result
}

/** So that nobody waits for what has ended. */
async function failed(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`${child.spawnargs[2] ?? 'A process'} ended with code ${code}`)
}

/** A GET as a browser sends it: it takes compressed answers. */
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
