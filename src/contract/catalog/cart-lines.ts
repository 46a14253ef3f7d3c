import { MAX_QUANTITY } from '../limits.ts'

// What only the cart, papers and mails need.

/** A quantity that can be ordered: at least 1, at most the stock and `MAX_QUANTITY`. */
export function clampQuantity(quantity: number, stock: number): number {
  return Math.max(1, Math.min(Math.trunc(quantity) || 1, MAX_QUANTITY, stock))
}

/** What a price is for: 'por sobre' of seeds, 'c/u' of merchandise. */
export function eachName(type: string | undefined): string {
  return type === 'merch' ? 'c/u' : 'por sobre'
}
