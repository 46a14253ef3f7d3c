import type { Audience } from '../../contract/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { PublicChange } from '../cache/public-change.ts'
import { PublicMemory } from '../cache/public-memory.ts'
import { countProducts, type Selection } from './queries.ts'

/** Enough for the lists that visitors open; further searches replace the oldest. */
const MAX_COUNTS = 5_000

/**
 * Exact counts of selections. A count reads all products, so those for visitors and customers are cached until a public
 * change. Admins always get a new count, as they must see their own changes.
 */
export class ProductCounts {
  readonly #counts = new PublicMemory<{ count: number }>({ max: MAX_COUNTS })
  readonly #byStock = new PublicMemory<{ count: number }>({ max: MAX_COUNTS })

  /** After a sale (`stock`) only lists that depend on stock change their length. */
  drop(change: PublicChange): void {
    this.#byStock.drop()
    if (change !== 'stock') this.#counts.drop()
  }

  async of(db: Db, selection: Selection, audience: Audience): Promise<number> {
    if (audience === 'admin') return countProducts(db, selection)
    const counts = selection.filter.stock === undefined ? this.#counts : this.#byStock
    const { count } = await counts.get(JSON.stringify(selection), async () => ({
      count: await countProducts(db, selection),
    }))
    return count
  }
}
