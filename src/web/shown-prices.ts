/**
 * The price at which this person put a presentation into the cart: when it is another one by now, the cart says so until
 * the order is placed, in every tab and at every visit. Prices are for accounts, so they go when the session ends.
 */
export const SHOWN_PRICES = 'shownPrices'

interface Shown {
  userId: number
  /** Pesos, by presentation. */
  prices: Record<string, number>
}

export function shownPrice(userId: number, blisterId: number): number | undefined {
  return read(userId).prices[blisterId]
}

/** Call it where a visitor acts on a price: when adding to the cart, and in the cart for what was never priced before. */
export function rememberPrice(userId: number, blisterId: number, pesos: number): void {
  const { prices } = read(userId)
  if (prices[blisterId] === pesos) return
  try {
    // An answer may come after its asker has left, also in another tab.
    if (localStorage.getItem('userId') !== String(userId)) return
    localStorage.setItem(SHOWN_PRICES, JSON.stringify({ userId, prices: { ...prices, [blisterId]: pesos } }))
  } catch {
    // Without storage a change is only noticed when the order is sent.
  }
}

export function forgetShownPrices(): void {
  try {
    localStorage.removeItem(SHOWN_PRICES)
  } catch {
    // Nothing was stored where nothing can be stored.
  }
}

function read(userId: number): Shown {
  try {
    const stored = JSON.parse(localStorage.getItem(SHOWN_PRICES) ?? 'null') as Partial<Shown> | null
    if (stored?.userId === userId && typeof stored.prices === 'object')
      return { userId, prices: stored.prices }
  } catch {
    // Somebody else's text.
  }
  return { userId, prices: {} }
}
