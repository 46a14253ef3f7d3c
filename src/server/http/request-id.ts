import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { proxiesOf } from '../limits/proxies.ts'

/** Copied into headers, log lines and screens, so only safe characters. */
const PLAIN = /^[A-Za-z0-9._-]{1,64}$/

/**
 * The `X-Request-Id` of a trusted proxy, so that both logs can be joined, else a new id. Clients cannot choose it,
 * which keeps them from writing into the log.
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
