export interface Priced {
  blisters: { price: number; final_price: number }[]
}

/** All prices of these products in each spelling, and their number; without those that also appear in public texts. */
export function canariesOf(products: Priced[]): { canaries: string[]; prices: number } {
  const prices = products
    .flatMap(({ blisters }) => blisters.flatMap(({ price, final_price }) => [price, final_price]))
    .filter((price) => price > 0 && !PUBLIC_AMOUNTS.has(price))
  const unique = [...new Set(prices)]
  return { canaries: unique.flatMap(spellings), prices: unique.length }
}

/** The limits of the price filter. */
const PUBLIC_AMOUNTS = new Set([5_000, 10_000, 20_000, 50_000])

function spellings(pesos: number): string[] {
  const grouped = (separator: string) => {
    return Math.trunc(pesos)
      .toString()
      .replace(/\B(?=(?:\d{3})+$)/g, separator)
  }
  const [, decimals = '00'] = pesos.toFixed(2).split('.')
  return [
    ...(pesos >= 10_000 ? [String(pesos), String(Math.round(pesos * 100))] : []),
    // Three-digit numbers appear in every page: such a price is only recognised by the text around it.
    ...(pesos >= 1_000 ? [grouped('.'), grouped(',')] : [`$ ${pesos}`, `$\u00a0${pesos}`]),
    pesos.toFixed(2),
    `${grouped('.')},${decimals}`,
    `"price":${pesos}`,
    `"final_price":${pesos}`,
  ]
}

/** The canaries in a text that are whole numbers there, not parts of longer ones. */
export function found(canaries: string[], text: string): string[] {
  return canaries.filter((canary) => {
    for (let at = text.indexOf(canary); at >= 0; at = text.indexOf(canary, at + 1)) {
      const [before = '', after = ''] = [text[at - 1], text[at + canary.length]]
      if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true
    }
    return false
  })
}
