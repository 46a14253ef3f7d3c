import { z } from 'zod'
import { endpoint, reply } from '../endpoint.ts'
import { JsonId } from '../text.ts'
import { CELLS, MAX_CELL_ROWS, TOO_MANY_CELL_ROWS } from './cell-rules.ts'
import { BlisterInput, Discount } from './product-input.ts'

/** What somebody saw, and what it shall be. */
const cell = <Value extends z.ZodType<number>>(value: Value) =>
  z.object({ from: value, to: value }).optional()

/** Pesos, percent, units that can be sold. What is left out stays. */
const CellRow = z
  .object({
    blister_id: JsonId,
    price: cell(BlisterInput.shape.price),
    discount: cell(Discount),
    stock: cell(BlisterInput.shape.stock),
  })
  .refine((row) => CELLS.some((name) => row[name]), 'No hay cambios para guardar')
export type CellRow = z.output<typeof CellRow>

const CellsInput = z.object({
  rows: z
    .array(CellRow)
    .min(1, 'No hay cambios para guardar')
    .max(MAX_CELL_ROWS, TOO_MANY_CELL_ROWS)
    .refine(
      (rows) => new Set(rows.map(({ blister_id }) => blister_id)).size === rows.length,
      'Una presentación está repetida',
    ),
})

/** `changed`: presentations. `run_id`: the change of prices that can be undone, null when only stock changed. */
const SavedCells = z.object({ changed: z.int(), run_id: z.int().nullable() })
export type SavedCells = z.output<typeof SavedCells>

/**
 * STALE when a value is not as `from` says, or the presentation is removed: `errors` has what it is now, by `rows.0.price`.
 * The same call with both values swapped takes it back. Honours Idempotency-Key.
 */
export const saveCells = endpoint('POST', '/products/cells/', {
  summary: 'Change prices, discounts and stock of presentations that were typed in a table, all or none',
  access: 'admin',
  body: CellsInput,
  reply: reply(SavedCells),
  status: 201,
})
