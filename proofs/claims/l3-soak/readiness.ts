import { setTimeout as sleep } from 'node:timers/promises'
import type { Failures } from '../../support/proof.ts'
import { ask, CUT } from '../../load/searches.ts'
import type { Fault } from './faults.ts'

const EVERY_MS = 250
/** How long /readyz may take to notice a fault: its own limit for the database is 2 s. */
const NOTICED_WITHIN_MS = 3_000
/** From the end of a fault, such as the start of PostgreSQL, until /readyz answers 200. */
export const BACK_WITHIN_MS = 5_000
/** Between a 200 and the next order. */
export const ORDER_WITHIN_MS = 5_000
const HEALTH_CHECKER = '127.0.0.2'

export interface Look {
  at: number
  status: number
}

/** Asks /readyz four times a second until `isOver`. */
export async function watchReadiness(port: number, isOver: () => boolean): Promise<Look[]> {
  const looks: Look[] = []
  while (!isOver()) {
    const at = performance.now()
    const { status } = await ask({ port }, { path: '/readyz', from: HEALTH_CHECKER }).catch(() => CUT)
    looks.push({ at, status })
    await sleep(EVERY_MS)
  }
  return looks
}

interface Watched {
  engine: string
  looks: Look[]
  /** When each order was acknowledged. */
  orderedAt: number[]
  faults: Fault[]
}

/**
 * A 200 must be followed by an order, unless something is being broken at that moment; anything else must be explained by
 * a fault that lasts, or has ended a moment ago.
 */
export function judgeReadiness({ engine, looks, orderedAt, faults }: Watched, failures: Failures): void {
  const last = looks.at(-1)?.at ?? 0
  for (const { at, status } of looks) {
    if (status === 200) {
      const breaks = faults.some(
        ({ began }) => began > at - NOTICED_WITHIN_MS && began < at + ORDER_WITHIN_MS,
      )
      const isOrdered = orderedAt.some((ordered) => ordered > at && ordered < at + ORDER_WITHIN_MS)
      if (!breaks && !isOrdered && at + ORDER_WITHIN_MS < last)
        failures.add(`/readyz says 200 on ${engine} and nobody can order`, during(at, faults))
    } else if (
      !faults.some(({ began, ended }) => at > began - NOTICED_WITHIN_MS && at < ended + BACK_WITHIN_MS)
    )
      failures.add(`/readyz says ${status} on ${engine} for no reason`, during(at, faults))
  }
}

function during(at: number, faults: Fault[]): string {
  const before = faults.findLast(({ began }) => began <= at)
  return before ? `${Math.round(at - before.began)} ms after a ${before.kind} began` : 'before any fault'
}
