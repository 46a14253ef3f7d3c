import type { Db } from '../db/connect.ts'
import { countPiles, newestId, type ActivityFilter } from './queries.ts'

/**
 * So many of the newest rows are counted each time. Rows are only ever added, and none of the older ones can still be
 * on its way: its transaction would have to be slower than this many others, and all of them end within seconds.
 */
const UNSETTLED = 20_000

/** How many rows the log has of each kind, exactly, without reading years of it for each question. */
export class ActivityCounts {
  /** By action and entity, of all rows up to this id. */
  #settled = new Map<string, { action: string; entity: string; count: number }>()
  #upTo = 0

  /** Of a filter that names no more than an action and an entity. */
  async of(db: Db, { action, entity }: Pick<ActivityFilter, 'action' | 'entity'>): Promise<number> {
    await this.#settle(db)
    const settled = [...this.#settled.values()]
    const recent = await countPiles(db, { after: this.#upTo })
    return [...settled, ...recent]
      .filter((pile) => (!action || pile.action === action) && (!entity || pile.entity === entity))
      .reduce((sum, { count }) => sum + count, 0)
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
      const key = `${pile.action} ${pile.entity}`
      this.#settled.set(key, { ...pile, count: pile.count + (this.#settled.get(key)?.count ?? 0) })
    }
  }
}

/** Whether `ActivityCounts` knows how many rows this filter has. */
export function isKindOnly(filter: ActivityFilter): boolean {
  return filter.entityId === undefined && filter.since === undefined && !filter.search
}
