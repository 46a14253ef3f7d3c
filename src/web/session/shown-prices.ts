import { browserStorage } from '../browser/storage.ts'

/** The name in storage. `clearCaches` removes it: prices are for accounts. */
export const SHOWN_PRICES = 'shownPrices'

interface ShownPrices {
  userId: number
  /** Pesos, by presentation. */
  prices: Record<string, number>
}

/**
 * Prices in pesos at which this user added presentations to the cart. The cart reports changes until the order is
 * placed, in every tab and visit.
 */
export function shownPrice(userId: number, blisterId: number): number | undefined {
  return pricesOf(userId)[blisterId]
}

/** Call it when a visitor acts on a price: when adding to the cart, and in the cart for lines added without a price. */
export function rememberPrice(userId: number, blisterId: number, pesos: number): void {
  const prices = pricesOf(userId)
  if (prices[blisterId] === pesos) return
  // A response may arrive after this user has signed out, also in another tab.
  if (browserStorage.read('userId') !== String(userId)) return
  const shown: ShownPrices = { userId, prices: { ...prices, [blisterId]: pesos } }
  browserStorage.writeJson(SHOWN_PRICES, shown)
}

function pricesOf(userId: number): ShownPrices['prices'] {
  const stored = browserStorage.readJson(SHOWN_PRICES) as Partial<ShownPrices> | null | undefined // safe: checked below
  return (stored?.userId === userId && typeof stored.prices === 'object' && stored.prices) || {}
}
