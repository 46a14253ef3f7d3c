import { useEffect, useState } from 'react'
import type { Session } from '../session.ts'
import { rememberPrice, shownPrice } from '../shown-prices.ts'
import type { CartItem } from './cart-items.ts'

/** The price at which a line was shown before, in pesos, by presentation: only of lines whose price has changed. */
export type PriceChanges = ReadonlyMap<number, number>

const NONE: PriceChanges = new Map()

/** Notices prices that differ from those last shown to this person; a note stays for the visit, or until it fits again. */
export function usePriceChanges(session: Session | null, items: readonly CartItem[]): PriceChanges {
  const [changes, setChanges] = useState(NONE)
  useEffect(() => {
    if (!session) return
    for (const { line, unitPrice } of items) {
      if (unitPrice === undefined) continue
      const before = shownPrice(session.userId, line.blisterId)
      rememberPrice(session.userId, line.blisterId, unitPrice)
      if (before === undefined || before === unitPrice) continue
      // Two changes while the page is open: what people have in mind is the first.
      setChanges((noted) => (noted.has(line.blisterId) ? noted : new Map(noted).set(line.blisterId, before)))
    }
  }, [session, items])
  return session ? changes : NONE
}
