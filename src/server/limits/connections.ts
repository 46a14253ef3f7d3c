import type { Server, Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { addressGroup } from './address.ts'
import { proxiesOf } from './proxies.ts'

/** Most connections in total. */
const MAX_OPEN = 1_000
const LOG_EVERY_MS = 60_000

/** Open connections, and refused ones by cause: too many of one address, or of all. */
export interface ConnectionCounts {
  open: number
  refused: { address: number; all: number }
}

interface Limits {
  /** Most connections of one address (`addressGroup`); 0 for no limit. */
  perAddress: number
  /** Proxies of `TRUST_PROXY` carry all visitors, so their connections are not counted. */
  trustProxy: string[]
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Keeps one address from taking all connections, e.g. with slow clients. Connections above the limit are cut before
 * anything is read.
 */
export function limitConnections(server: Server, limits: Limits): ConnectionCounts {
  const counts: ConnectionCounts = { open: 0, refused: { address: 0, all: 0 } }
  const isTooMany = countByAddress(limits)
  const loggedAt = { address: Number.NEGATIVE_INFINITY, all: Number.NEGATIVE_INFINITY }

  const refuse = (why: keyof ConnectionCounts['refused']) => {
    counts.refused[why] += 1
    // Logged once a minute, as a flood is refused thousands of times a second.
    if (performance.now() - loggedAt[why] < LOG_EVERY_MS) return
    loggedAt[why] = performance.now()
    limits.log.warn({ why, open: counts.open, refused: { ...counts.refused } }, 'connections are refused')
  }

  server.maxConnections = MAX_OPEN
  server.on('drop', () => refuse('all'))
  // Runs before Node's HTTP listener, so that cut connections cost little.
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

/** Refuses a connection above the limit of its address, or counts it until it closes. */
function countByAddress({ perAddress, trustProxy }: Limits): (socket: Socket) => boolean {
  const open = new Map<string, number>()
  const isProxy = proxiesOf(trustProxy)
  return (socket) => {
    const peer = socket.remoteAddress
    // A connection without an address has already closed.
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
