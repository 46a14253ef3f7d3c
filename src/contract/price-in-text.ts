/** Prices are for accounts, and texts are for everybody. */
export const SEEMS_A_PRICE = 'Este texto parece decir un precio. También lo lee quien no tiene cuenta.'

/** A warning, never a refusal; empty where there is nothing to say. */
export function priceWarning(text: string): string {
  return /\$\s?\d/.test(text) ? SEEMS_A_PRICE : ''
}
