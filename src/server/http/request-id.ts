import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { proxiesOf } from '../limits/proxies.ts'

/** It is copied into headers, log lines and screens, so it must be a plain word. */
const PLAIN = /^[A-Za-z0-9._-]{1,64}$/

/**
 * The id of a request: the `X-Request-Id` of a trusted proxy, so that both logs can be joined, else a new one. Clients cannot
 * choose it, so they cannot write into the log.
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
