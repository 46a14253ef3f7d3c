/**
 * The price at which a presentation was last shown to this person in this tab: when it is another one in the cart, the
 * cart says so before the order is confirmed. Prices are for accounts, so it is kept for the signed-in person only.
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

/** Call it where a price is shown that a visitor acts on: when adding to the cart, and in the cart itself. */
export function rememberPrice(userId: number, blisterId: number, pesos: number): void {
  const { prices } = read(userId)
  if (prices[blisterId] === pesos) return
  try {
    sessionStorage.setItem(
      SHOWN_PRICES,
      JSON.stringify({ userId, prices: { ...prices, [blisterId]: pesos } }),
    )
  } catch {
    // Without storage a change is only noticed while the cart is open.
  }
}

export function forgetShownPrices(): void {
  try {
    sessionStorage.removeItem(SHOWN_PRICES)
  } catch {
    // Nothing was stored where nothing can be stored.
  }
}

function read(userId: number): Shown {
  try {
    const stored = JSON.parse(sessionStorage.getItem(SHOWN_PRICES) ?? 'null') as Partial<Shown> | null
    if (stored?.userId === userId && typeof stored.prices === 'object')
      return { userId, prices: stored.prices }
  } catch {
    // Somebody else's text.
  }
  return { userId, prices: {} }
}
