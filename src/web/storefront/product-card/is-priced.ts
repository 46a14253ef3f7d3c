import type { Blister } from '../../../contract/catalog/catalog.ts'

export type PricedBlister = Blister & { price: number; discount: number; final_price: number }

/** False for what the shop answered to a visitor. */
export function isPriced(blister: Blister): blister is PricedBlister {
  return blister.price !== undefined && blister.discount !== undefined && blister.final_price !== undefined
}
