import type { CartLine } from './cart.ts'
import type { CartItem } from './cart-items.ts'

/** A removed line, with its index among all rows shown at that time, other removed lines included. */
export interface RemovedLine {
  removed: CartLine
  index: number
  name: string
}

type CartPageRow = CartItem | RemovedLine

/** The rows of the cart with removed lines in their places. A product that was added again elsewhere has nothing to undo. */
export function withRemoved(items: readonly CartItem[], removed: readonly RemovedLine[]): CartPageRow[] {
  const held = new Set(items.map(({ line }) => line.blisterId))
  const rows: CartPageRow[] = [...items]
  // In ascending order, so that each index counts the rows inserted before it.
  for (const gone of removed.toSorted((a, b) => a.index - b.index)) {
    if (!held.has(gone.removed.blisterId)) rows.splice(gone.index, 0, gone)
  }
  return rows
}

/** The index in the cart for a restored line: after the lines that are shown before it. */
export function placeInCart(rows: readonly CartPageRow[], gone: RemovedLine): number {
  return rows.slice(0, rows.indexOf(gone)).filter((row) => 'line' in row).length
}
