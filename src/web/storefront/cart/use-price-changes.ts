import { useEffect, useMemo } from 'react'
import type { Session } from '../../session/session.ts'
import { rememberPrice, shownPrice } from '../../session/shown-prices.ts'
import type { CartItem } from './cart-items.ts'

/** The price in pesos at which a line was added, by presentation: only for lines whose price has changed. */
type PriceChanges = ReadonlyMap<number, number>

const NONE: PriceChanges = new Map()

/**
 * Prices that differ from those at which this user added the lines. A change is shown until the order is placed or the
 * product is added again at its current price; seeing the cart does not confirm it.
 */
export function usePriceChanges(session: Session | null, items: readonly CartItem[]): PriceChanges {
  const userId = session?.userId
  useEffect(() => {
    if (userId === undefined) return
    // Lines that were added before signing in have no earlier price.
    for (const { line, unitPrice } of items)
      if (unitPrice !== undefined && shownPrice(userId, line.blisterId) === undefined)
        rememberPrice(userId, line.blisterId, unitPrice)
  }, [userId, items])
  return useMemo(() => (userId === undefined ? NONE : changesSince(userId, items)), [userId, items])
}

function changesSince(userId: number, items: readonly CartItem[]): PriceChanges {
  const changes = new Map<number, number>()
  for (const { line, unitPrice } of items) {
    const before = shownPrice(userId, line.blisterId)
    if (before !== undefined && unitPrice !== undefined && before !== unitPrice)
      changes.set(line.blisterId, before)
  }
  return changes
}
