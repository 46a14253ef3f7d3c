import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'
import { JsonId } from '../text.ts'
import { CELLS, MAX_CELL_ROWS, TOO_MANY_CELL_ROWS } from './cell-rules.ts'
import { BlisterInput, Discount } from './product-input.ts'

/** `from`: the value that was loaded; `to`: the new one. */
const cell = <Value extends z.ZodType<number>>(value: Value) =>
  z.object({ from: value, to: value }).optional()

/** Price in pesos, discount in percent, stock in units available. Missing cells stay unchanged. */
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

/** `changed` counts presentations. `run_id` is the price run to undo, null when only stock changed. */
const SavedCells = z.object({ changed: z.int(), run_id: z.int().nullable() })

/**
 * STALE when a stored value differs from `from` or the presentation is removed; `errors` has the stored value under
 * `rows.0.price`. The same call with `from` and `to` swapped undoes it. Honours Idempotency-Key.
 */
export const saveCells = endpoint(calls.saveCells, {
  summary: 'Save edited cells: prices, discounts and stock of presentations, all or none',
  access: 'admin',
  body: CellsInput,
  reply: reply(SavedCells),
  status: 201,
})
