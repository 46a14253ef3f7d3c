import type { FastifyRequest } from 'fastify'
import { isOwnName } from '../config.ts'
import { proxiesOf } from '../limits/proxies.ts'

const isLoopback = proxiesOf(['loopback'])
/** Set by reverse proxies. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const

/**
 * Whether a program of this machine asks directly, under a name of this machine. What a reverse proxy passes on comes
 * from here too: its headers, the name that it passes and the origin of the browser's page give it away. What stays
 * possible: a proxy that adds no header and passes a local `Host`, and a client without `Origin`, as programs are.
 */
export function isFromHere({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  if (!isLoopback(socket.remoteAddress) || FORWARDED.some((name) => headers[name] !== undefined)) return false
  const addresses = [
    `http://${headers.host ?? ''}`,
    ...(headers.origin === undefined ? [] : [headers.origin]),
  ]
  return addresses.every((address) => URL.canParse(address) && isOwnName(new URL(address).hostname))
}
