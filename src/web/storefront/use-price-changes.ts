import { useEffect, useSyncExternalStore } from 'react'
import type { Session } from '../session.ts'
import { rememberPrice, shownPrice } from '../shown-prices.ts'
import type { CartItem } from './cart-items.ts'

/** The price at which a line was shown before, in pesos, by presentation: only of lines whose price has changed. */
export type PriceChanges = ReadonlyMap<number, number>

const NONE: PriceChanges = new Map()
const listeners = new Set<() => void>()
let noted: { userId: number; changes: PriceChanges } = { userId: 0, changes: NONE }

/** Notices prices that differ from those last shown to this person. A note stays as long as the document. */
export function usePriceChanges(session: Session | null, items: readonly CartItem[]): PriceChanges {
  const { userId, changes } = useSyncExternalStore(
    subscribe,
    () => noted,
    () => noted,
  )
  useEffect(() => {
    if (session) for (const item of items) compare(session.userId, item)
  }, [session, items])
  return session?.userId === userId ? changes : NONE
}

function compare(userId: number, { line, unitPrice }: CartItem): void {
  if (unitPrice === undefined) return
  const before = shownPrice(userId, line.blisterId)
  rememberPrice(userId, line.blisterId, unitPrice)
  if (before === undefined || before === unitPrice) return
  const known = noted.userId === userId ? noted.changes : NONE
  // Two changes one after the other: what people have in mind is the first price.
  if (known.has(line.blisterId)) return
  noted = { userId, changes: new Map(known).set(line.blisterId, before) }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
