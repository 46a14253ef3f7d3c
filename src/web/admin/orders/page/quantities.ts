import { QUANTITY, TOO_MANY_UNITS } from '../../../../contract/catalog/cart-rules.ts'
import { MAX_QUANTITY, MIN_QUANTITY } from '../../../../contract/limits.ts'
import { missing, notWhole, tooSmall } from '../../../../contract/sentences.ts'

/** The units of a line, or the typed text while it is not a whole number from 1 on. */
export type Quantity = number | string

export function typedQuantity(text: string): Quantity {
  return /^\s*0*[1-9]\d{0,5}\s*$/.test(text) ? Number(text) : text
}

export function quantityError(quantity: Quantity): string | undefined {
  if (typeof quantity === 'number') return quantity > MAX_QUANTITY ? TOO_MANY_UNITS : undefined
  const typed = quantity.trim()
  if (typed === '') return missing(QUANTITY)
  if (!/^[-−]?\d+$/.test(typed)) return notWhole(QUANTITY)
  if (Number(typed) > MAX_QUANTITY) return TOO_MANY_UNITS
  return `${tooSmall(QUANTITY, MIN_QUANTITY)}. Para sacarlo está Quitar`
}

/** Text that is not a quantity counts as 0. */
export function unitsOf(quantity: Quantity): number {
  return typeof quantity === 'number' ? quantity : 0
}
