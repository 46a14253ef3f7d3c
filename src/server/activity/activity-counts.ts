import type { Day } from '../days.ts'
import {
  type ActivityFilter,
  countEntries,
  countPiles,
  countSinceEach,
  newestBefore,
  type Pile,
} from './queries.ts'
import type { Shop } from '../shop.ts'

/**
 * Rows of the last minutes are counted each time, older ones once. Below the newest of those no row can still appear: its
 * transaction, such as a large import, would have to last as long.
 */
const SETTLED_AFTER_MS = 15 * 60_000
/** So many are settled at once. */
const STEP = 5_000

type Log = Pick<Shop, 'db' | 'now'>

/** Filters by action, entity and day only. */
type Kind = Pick<ActivityFilter, 'action' | 'entity' | 'since'>

/** Exact counts of the log by kind and day, without reading years of it each time. */
export class ActivityCounts {
  /** By action, entity and day, of all rows up to `#upTo`. */
  #settled = new Map<string, Pile>()
  #upTo = 0
  /** The archive that they were counted after. */
  #archived = 0

  async of({ db, now }: Log, { action, entity, since }: Kind): Promise<number> {
    await this.#settle({ db, now })
    // Read together, so that no row is counted twice or missed.
    const [after, settled] = [this.#upTo, [...this.#settled.values()]]
    const recent = await countEntries(db, { action, entity, since }, { after })
    return settled
      .filter((pile) => (!action || pile.action === action) && (!entity || pile.entity === entity))
      .filter((pile) => since === undefined || pile.day >= since)
      .reduce((sum, { count }) => sum + count, recent)
  }

  /** Counts since each of these days; undefined means all rows. */
  async sinceEach({ db, now }: Log, days: (Day | undefined)[]): Promise<number[]> {
    await this.#settle({ db, now })
    const [after, settled] = [this.#upTo, [...this.#settled.values()]]
    const recent = await countSinceEach(db, days, after)
    return days.map((since, at) =>
      settled
        .filter((pile) => since === undefined || pile.day >= since)
        .reduce((sum, { count }) => sum + count, recent[at] ?? 0),
    )
  }

  async #settle({ db, now }: Log): Promise<void> {
    const { upTo, archived } = await newestBefore(db, new Date(now().getTime() - SETTLED_AFTER_MS))
    if (archived > this.#archived) {
      // Some of the counted rows are gone.
      this.#settled = new Map()
      this.#upTo = 0
      this.#archived = archived
    }
    const after = this.#upTo
    if (upTo - after < STEP) return
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
