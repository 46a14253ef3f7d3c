import type { FastifyRequest } from 'fastify'
import { busy } from '../errors.ts'
import { addressGroup } from './address.ts'
import { limitInFlight } from './in-flight.ts'
import { type Load, limitConcurrency } from './limit-concurrency.ts'

/** The number of PostgreSQL connections for public work. */
const AT_ONCE = 4
/** Less than a second of waiting at 40 ms each. */
const MAX_WAITING = 96
/**
 * For one address, running or waiting, so that a few addresses cannot fill the queue. A browser sends six requests at
 * once.
 */
const PER_ADDRESS = 8

/** Uncached public work: running, waiting and refused. */
export interface PublicLane {
  /** Queues `make`; throws UNAVAILABLE when the queue is full. */
  run<Result>(request: FastifyRequest, make: () => Promise<Result>): Promise<Result>
  load(): Load
  refused(): number
}

/**
 * Limits uncached public work, such as searches, so that it cannot take the whole process and database. Orders,
 * sign-ins and health checks do not pass through it. `factor` 0 removes the limit per address.
 */
export function openPublicLane(factor: number): PublicLane {
  let refused = 0
  const refuse = () => {
    refused += 1
    return busy()
  }
  const turns = limitConcurrency(AT_ONCE, { maxWaiting: MAX_WAITING, whenFull: refuse })
  const perAddress = limitInFlight(factor > 0 ? PER_ADDRESS : Infinity, refuse)
  return {
    load: () => turns.load(),
    refused: () => refused,
    run: (request, make) => perAddress(addressGroup(request.ip), () => turns(make)),
  }
}
