import type { Audience } from '../../contract/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { PublicChange } from '../cache/public-change.ts'
import { PublicMemory } from '../cache/public-memory.ts'
import { countProducts } from './queries.ts'
import type { ProductFilter } from './rules.ts'
import type { Selection } from './selection.ts'

/** Enough for the lists that visitors open; further searches replace the oldest. */
const MAX_COUNTS = 5_000

/**
 * Exact counts of selections. Counting reads all products, so counts for visitors and customers are cached until a
 * public change. Admins always get a fresh count, to see their own changes.
 */
export class ProductCounts {
  readonly #counts = { plain: memory(), byStock: memory(), byPrice: memory() }

  /** Only filters change the length of a list. */
  drop(change: PublicChange): void {
    for (const kind of DROPPED[change]) this.#counts[kind].drop()
  }

  async of(db: Db, selection: Selection, audience: Audience): Promise<number> {
    if (audience === 'admin') return countProducts(db, selection)
    const { count } = await this.#counts[kindOf(selection.filter)].get(
      JSON.stringify(selection),
      async () => ({
        count: await countProducts(db, selection),
      }),
    )
    return count
  }
}

type Kind = 'plain' | 'byStock' | 'byPrice'

/** What is sold out decides the price of a product too. */
const DROPPED: Record<PublicChange, Kind[]> = {
  any: ['plain', 'byStock', 'byPrice'],
  stock: ['byStock', 'byPrice'],
  private: ['byPrice'],
}

const memory = () => new PublicMemory<{ count: number }>({ max: MAX_COUNTS })

function kindOf({ stock, onSale, hasPrice, priceFrom, priceBelow }: ProductFilter): Kind {
  if (onSale || [hasPrice, priceFrom, priceBelow].some((bound) => bound !== undefined)) return 'byPrice'
  return stock === undefined ? 'plain' : 'byStock'
}
