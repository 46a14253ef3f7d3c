/** Only accounts see prices, but everybody reads texts: finds prices typed into a text. */
export const SEEMS_A_PRICE = 'Este texto parece decir un precio. También lo lee quien no tiene cuenta.'

/** '$ 900', 'ARS 900', 'U$S 9', '900 pesos', '900 $' */
const AMOUNT = /(?:\$s?|\b(?:ars|usd))\s?\d|\d\s?(?:\$|pesos\b|ars\b|usd\b)/i

/** A warning, never a refusal; empty without a price. */
export function priceWarning(text: string): string {
  return AMOUNT.test(text) ? SEEMS_A_PRICE : ''
}
