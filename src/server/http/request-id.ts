import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { proxiesOf } from './proxies.ts'

/** Goes into headers, log lines and screens as it is, so it is a plain word. */
const PLAIN = /^[A-Za-z0-9._-]{1,64}$/

/**
 * How a request gets its id: what a trusted proxy says in `X-Request-Id`, so that both logs tell one story; else a new
 * one. Nobody else may choose it, or write into our log.
 */
export function requestIds(trustProxy: string[]): (request: IncomingMessage) => string {
  if (trustProxy.length === 0) return () => randomUUID()
  const isProxy = proxiesOf(trustProxy)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given !== 'string' || !PLAIN.test(given)) return randomUUID()
    return isProxy(socket.remoteAddress) ? given : randomUUID()
  }
}
