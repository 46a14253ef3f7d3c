import type { Blister } from '../../../contract/catalog/catalog.ts'
import { canBePriced, defaultPresentation } from '../../../contract/catalog/presentations.ts'
import { isPriced, type PricedBlister } from './is-priced.ts'

/**
 * The content of a card's price slot: the presentation that its button adds, and a cheaper one beside it. `unknown`: the
 * response was for visitors and has no prices.
 */
type CardPrice =
  | { kind: 'unknown' }
  | { kind: 'none' }
  | { kind: 'priced'; own: PricedBlister; cheaper: PricedBlister | undefined }

/**
 * One of its two prices is the lowest that can be bought, of all when none can: the one that lists filter and order by.
 * Without a button it is the only one.
 */
export function cardPrice(blisters: readonly Blister[]): CardPrice {
  if (blisters.length > 0 && !blisters.every(isPriced)) return { kind: 'unknown' }
  const all = blisters.filter(isPriced).filter(canBePriced)
  const inStock = all.filter(({ stock }) => stock > 0)
  const [lowest] = (inStock.length > 0 ? inStock : all).toSorted((a, b) => a.final_price - b.final_price)
  if (!lowest) return { kind: 'none' }
  const own = inStock.length > 0 ? (defaultPresentation(inStock) ?? lowest) : lowest
  return { kind: 'priced', own, cheaper: lowest.final_price < own.final_price ? lowest : undefined }
}
