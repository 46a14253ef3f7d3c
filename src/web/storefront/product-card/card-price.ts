import type { Blister } from '../../../contract/catalog/catalog.ts'
import type { Pesos } from '../../../contract/money.ts'
import { canBePriced } from '../../../contract/catalog/presentations.ts'

export type PricedBlister = Blister & { price: number; discount: number; final_price: number }

/** The content of a card's price slot. `unknown`: the response was for visitors and has no prices. */
type CardPrice =
  | { kind: 'unknown' }
  | { kind: 'none' }
  | { kind: 'priced'; price: Pesos; discount: number; original: Pesos | undefined; isLowest: boolean }

/**
 * The lowest price among the presentations in stock; when all are sold out, the lowest of all, as the catalogue filters and
 * orders by it.
 */
export function cardPrice(blisters: readonly Blister[]): CardPrice {
  if (blisters.length > 0 && !blisters.every(isPriced)) return { kind: 'unknown' }
  const all = blisters.filter(isPriced).filter(canBePriced)
  const inStock = all.filter(({ stock }) => stock > 0)
  const priced = inStock.length > 0 ? inStock : all
  const [cheapest] = priced.toSorted((a, b) => a.final_price - b.final_price)
  if (!cheapest) return { kind: 'none' }
  return {
    kind: 'priced',
    price: cheapest.final_price,
    discount: cheapest.discount,
    original: cheapest.discount > 0 ? cheapest.price : undefined,
    isLowest: new Set(priced.map(({ final_price }) => final_price)).size > 1,
  }
}

export function isPriced(blister: Blister): blister is PricedBlister {
  return blister.price !== undefined && blister.discount !== undefined && blister.final_price !== undefined
}
