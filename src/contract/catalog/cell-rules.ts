import { formatPesos } from '../money.ts'
import { formatNumber } from '../place.ts'

/** The cells of a table of presentations that can be edited. */
export const CELLS = ['price', 'discount', 'stock'] as const
export type CellName = (typeof CELLS)[number]

/** Most presentations in one save. */
export const MAX_CELL_ROWS = 200

export const TOO_MANY_CELL_ROWS = `Se guardan hasta ${MAX_CELL_ROWS} presentaciones juntas`
export const CELLS_STALE = 'Algo cambió mientras escribías. Mirá lo marcado y volvé a guardar.'
export const CELL_REMOVED = 'La presentación se eliminó'

/** Tells an admin that the cell changed since it was loaded. `value` in pesos, percent or units. */
export function cellNow(cell: CellName, value: number): string {
  const shown = formatNumber(value)
  if (cell === 'price') return `Ahora es ${formatPesos(value)}`
  if (cell === 'discount') return `Ahora es ${shown} %`
  return value === 1 ? 'Ahora queda 1' : `Ahora quedan ${shown}`
}
