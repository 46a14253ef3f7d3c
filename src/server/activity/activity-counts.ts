import type { Day } from '../days.ts'
import type { Db } from '../db/connect.ts'
import {
  type ActivityFilter,
  countEntries,
  countPiles,
  countSinceEach,
  newestId,
  type Pile,
} from './queries.ts'

/**
 * The newest rows are counted each time, older ones once. A row with an older id cannot still appear: its transaction
 * would have to outlast this many others, and transactions end within seconds.
 */
const UNSETTLED = 5_000

/** Filters by action, entity and day only. */
type Kind = Pick<ActivityFilter, 'action' | 'entity' | 'since'>

/** Exact counts of the log by kind and day, without reading years of it each time. */
export class ActivityCounts {
  /** By action, entity and day, of all rows up to `#upTo`. */
  #settled = new Map<string, Pile>()
  #upTo = 0

  async of(db: Db, { action, entity, since }: Kind): Promise<number> {
    await this.#settle(db)
    // Read together, so that no row is counted twice or missed.
    const [after, settled] = [this.#upTo, [...this.#settled.values()]]
    const recent = await countEntries(db, { action, entity, since }, { after })
    return settled
      .filter((pile) => (!action || pile.action === action) && (!entity || pile.entity === entity))
      .filter((pile) => since === undefined || pile.day >= since)
      .reduce((sum, { count }) => sum + count, recent)
  }

  /** Counts since each of these days; undefined means all rows. */
  async sinceEach(db: Db, days: (Day | undefined)[]): Promise<number[]> {
    await this.#settle(db)
    const [after, settled] = [this.#upTo, [...this.#settled.values()]]
    const recent = await countSinceEach(db, days, after)
    return days.map((since, at) =>
      settled
        .filter((pile) => since === undefined || pile.day >= since)
        .reduce((sum, { count }) => sum + count, recent[at] ?? 0),
    )
  }

  async #settle(db: Db): Promise<void> {
    const after = this.#upTo
    const newest = await newestId(db)
    if (newest - after < 2 * UNSETTLED) return
    const upTo = newest - UNSETTLED
    const piles = await countPiles(db, { after, upTo })
    // A concurrent call was faster.
    if (this.#upTo !== after) return
    this.#upTo = upTo
    for (const pile of piles) {
      const key = `${pile.action} ${pile.entity} ${pile.day}`
      this.#settled.set(key, { ...pile, count: pile.count + (this.#settled.get(key)?.count ?? 0) })
    }
  }
}

/** Whether `ActivityCounts` can count this filter. */
export function isCountedByKind(filter: ActivityFilter): boolean {
  return filter.entityId === undefined && !filter.search
}
