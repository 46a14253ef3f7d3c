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
 * So many of the newest rows are counted each time. Rows are only ever added, and none of the older ones can still be
 * on its way: its transaction would have to be slower than this many others, and all of them end within seconds.
 */
const UNSETTLED = 20_000

/** What is counted by kind and day: no words and no single thing. */
type Kind = Pick<ActivityFilter, 'action' | 'entity' | 'since'>

/** How many rows the log has of each kind and day, exactly, without reading years of it for each question. */
export class ActivityCounts {
  /** By action, entity and day, of all rows up to this id. */
  #settled = new Map<string, Pile>()
  #upTo = 0

  /** Of a filter that names no more than an action, an entity and the first day. */
  async of(db: Db, { action, entity, since }: Kind): Promise<number> {
    await this.#settle(db)
    // In one step with the rest of the question, so that no row is counted twice or not at all.
    const [after, settled] = [this.#upTo, [...this.#settled.values()]]
    const recent = await countEntries(db, { action, entity, since }, { after })
    return settled
      .filter((pile) => (!action || pile.action === action) && (!entity || pile.entity === entity))
      .filter((pile) => since === undefined || pile.day >= since)
      .reduce((sum, { count }) => sum + count, recent)
  }

  /** Of all rows since each of these days; undefined for all there ever were. */
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
    // Somebody else asked at the same moment and was faster.
    if (this.#upTo !== after) return
    this.#upTo = upTo
    for (const pile of piles) {
      const key = `${pile.action} ${pile.entity} ${pile.day}`
      this.#settled.set(key, { ...pile, count: pile.count + (this.#settled.get(key)?.count ?? 0) })
    }
  }
}

/** Whether `ActivityCounts` knows how many rows this filter has. */
export function isCountedByKind(filter: ActivityFilter): boolean {
  return filter.entityId === undefined && !filter.search
}
