import type { Server, Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { addressGroup } from './address.ts'
import { proxiesOf } from './proxies.ts'

/** Of all addresses together. */
const MOST = 1_000
const SAY_EVERY_MS = 60_000

/** How many connections are open, and how many were refused: of one address, or because all were taken. */
export interface ConnectionCounts {
  open: number
  refused: { address: number; all: number }
}

interface Limits {
  /** How many one address (or one home with IPv6) may have open; 0: as many as there are. */
  perAddress: number
  /** Proxies as in `TRUST_PROXY`: all visitors come from them, so they are not counted. */
  trustProxy: string[]
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Keeps one address from taking all connections, with clients that are slow for instance. Who has too many is cut
 * before anything is read.
 */
export function limitConnections(server: Server, limits: Limits): ConnectionCounts {
  const counts: ConnectionCounts = { open: 0, refused: { address: 0, all: 0 } }
  const isTooMany = countByAddress(limits)
  const saidAt = { address: Number.NEGATIVE_INFINITY, all: Number.NEGATIVE_INFINITY }

  const refuse = (why: keyof ConnectionCounts['refused']) => {
    counts.refused[why] += 1
    // Who refuses thousands a second does not write as many lines.
    if (performance.now() - saidAt[why] < SAY_EVERY_MS) return
    saidAt[why] = performance.now()
    limits.log.warn({ why, open: counts.open, refused: { ...counts.refused } }, 'connections are refused')
  }

  server.maxConnections = MOST
  server.on('drop', () => refuse('all'))
  // Before HTTP prepares itself for who is cut.
  server.prependListener('connection', (socket: Socket) => {
    if (isTooMany(socket)) {
      refuse('address')
      socket.destroy()
      return
    }
    counts.open += 1
    socket.once('close', () => (counts.open -= 1))
  })
  return counts
}

/** Whether a new connection is one too many of its address; if not, it counts until it is closed. */
function countByAddress({ perAddress, trustProxy }: Limits): (socket: Socket) => boolean {
  const open = new Map<string, number>()
  const isProxy = proxiesOf(trustProxy)
  return (socket) => {
    const peer = socket.remoteAddress
    // Without an address it is gone already.
    if (perAddress === 0 || peer === undefined || isProxy(peer)) return false
    const key = addressGroup(peer.replace(/^::ffff:(?=\d+\.)/i, ''))
    const taken = open.get(key) ?? 0
    if (taken >= perAddress) return true
    open.set(key, taken + 1)
    socket.once('close', () => {
      const left = (open.get(key) ?? 0) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
    return false
  }
}
