import type { Audience } from '../../contract/endpoint.ts'
import type { Db } from '../db/connect.ts'
import { PublicMemory } from '../public-memory.ts'
import { countProducts, type Selection } from './queries.ts'

/** Enough for the lists that visitors open; a search that nobody repeats pushes out the oldest. */
const MAX_COUNTS = 5_000

/**
 * How many products a selection has, exactly. Counting reads all of them, so what visitors and customers see is
 * remembered until something public changes. Admins are counted for each time: they must see what they just did.
 */
export class ProductCounts {
  readonly #memory = new PublicMemory<{ count: number }>({ max: MAX_COUNTS })
  readonly #byStock = new PublicMemory<{ count: number }>({ max: MAX_COUNTS })

  /** `change` is what the notification says: after a sale (`stock`) most lists are as long as before. */
  drop(change?: string): void {
    this.#byStock.drop()
    if (change !== 'stock') this.#memory.drop()
  }

  async of(db: Db, selection: Selection, audience: Audience): Promise<number> {
    if (audience === 'admin') return countProducts(db, selection)
    const memory = selection.filter.stock === undefined ? this.#memory : this.#byStock
    const { count } = await memory.get(JSON.stringify(selection), async () => ({
      count: await countProducts(db, selection),
    }))
    return count
  }
}
