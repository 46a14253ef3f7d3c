import type { CartLine } from './cart.ts'
import type { CartItem } from './cart-items.ts'

/** A line that was taken out, with its place among all the rows shown then: those of other such lines included. */
export interface RemovedLine {
  removed: CartLine
  index: number
  name: string
}

export type CartPageRow = CartItem | RemovedLine

/** The lines, with a row in place of each that was taken out. What was added again elsewhere has nothing to undo. */
export function withRemoved(items: readonly CartItem[], removed: readonly RemovedLine[]): CartPageRow[] {
  const held = new Set(items.map(({ line }) => line.blisterId))
  const rows: CartPageRow[] = [...items]
  // From the first place on: each row then finds all that stood before it.
  for (const gone of removed.toSorted((a, b) => a.index - b.index)) {
    if (!held.has(gone.removed.blisterId)) rows.splice(gone.index, 0, gone)
  }
  return rows
}

/** Where in the cart a line taken out goes back to: behind the lines that are shown before it. */
export function placeInCart(rows: readonly CartPageRow[], gone: RemovedLine): number {
  return rows.slice(0, rows.indexOf(gone)).filter((row) => 'line' in row).length
}
