import type { FastifyRequest } from 'fastify'
import { busy } from '../errors.ts'
import { addressGroup } from './address.ts'
import { limitInFlight } from './in-flight.ts'
import { type Load, limitConcurrency } from './limit-concurrency.ts'

/** As many as there are connections to PostgreSQL for public work. */
const AT_ONCE = 4
/** Below a second of waiting where each takes 40 ms. */
const MAX_WAITING = 96
/** Of one address, running or waiting: no few addresses fill the queue. A browser sends six requests at once. */
const PER_ADDRESS = 8

/** Public work that is not cached: what runs and waits, and how much was refused. */
export interface PublicLane {
  /** Runs `make` in its turn; throws UNAVAILABLE when too much waits. */
  run<Result>(request: FastifyRequest, make: () => Promise<Result>): Promise<Result>
  load(): Load
  refused(): number
}

/**
 * Keeps public work that is not cached, such as searches, from taking all of the process and the database: orders, sign-ins
 * and health checks do not pass through here. `factor` 0 allows an address any number.
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
