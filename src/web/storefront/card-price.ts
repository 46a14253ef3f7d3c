import type { Blister } from '../../contract/catalog.ts'
import type { Pesos } from '../../contract/money.ts'

export type PricedBlister = Blister & { price: number; discount: number; final_price: number }

/** What the price slot of a card says. `unknown`: the answer carries no prices, as nobody was signed in. */
export type CardPrice =
  | { kind: 'unknown' }
  | { kind: 'none' }
  | { kind: 'priced'; price: Pesos; original: Pesos | undefined; isLowest: boolean }

/** The lowest price a customer could pay now; of sold-out products the lowest they would pay. */
export function cardPrice(blisters: readonly Blister[]): CardPrice {
  if (blisters.length > 0 && !blisters.every(isPriced)) return { kind: 'unknown' }
  const priced = blisters.filter(isPriced).filter(canBePriced)
  const buyable = priced.filter(({ stock }) => stock > 0)
  const offered = buyable.length > 0 ? buyable : priced
  const [cheapest] = offered.toSorted((a, b) => a.final_price - b.final_price)
  if (!cheapest) return { kind: 'none' }
  return {
    kind: 'priced',
    price: cheapest.final_price,
    original: cheapest.discount > 0 ? cheapest.price : undefined,
    isLowest: new Set(offered.map(({ final_price }) => final_price)).size > 1,
  }
}

export function isPriced(blister: Blister): blister is PricedBlister {
  return blister.price !== undefined && blister.discount !== undefined && blister.final_price !== undefined
}

/** A price of 0 means that there is none yet: it cannot be bought. */
export function canBePriced({ price }: { price?: number }): boolean {
  return price !== undefined && Number.isFinite(price) && price > 0
}
