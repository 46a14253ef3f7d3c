import { z } from 'zod'
import * as calls from './calls.ts'
import { chosenUnitsError } from '../catalog/lot-rules.ts'
import { endpoint, reply } from '../endpoint.ts'
import { IdParams, JsonId, refusedBy } from '../text.ts'

/** Units of a lot assigned to an order. One on hold should not leave. */
export const OrderLot = z.object({
  blister_id: z.int(),
  lot_id: z.int(),
  code: z.string(),
  quantity: z.int(),
  is_on_hold: z.boolean(),
})
export type OrderLot = z.output<typeof OrderLot>

/**
 * All lots of an order; an empty list gives all units back, a lot named twice counts by its sum. Units that left the
 * shelf and can only come from lots keep one.
 */
export const LotChoice = z
  .array(
    z.object({
      blister_id: JsonId,
      lot_id: JsonId,
      quantity: z
        .number({ error: () => chosenUnitsError(Number.NaN) })
        .superRefine(refusedBy(chosenUnitsError)),
    }),
  )
  .max(200, 'Son demasiados lotes')
export type LotChoice = z.output<typeof LotChoice>

/**
 * A line of an order and the lots of its product: `chosen` (assigned), `suggested` for the missing units (first to
 * expire first) and all that are chosen or have units left, in that order. `left` excludes the units of this order.
 */
export const LotLine = z.object({
  blister_id: z.int(),
  product_name: z.string(),
  product_type: z.string(),
  seed_count: z.int(),
  quantity: z.int(),
  chosen: z.array(OrderLot),
  suggested: z.array(OrderLot),
  lots: z.array(
    z.object({
      lot_id: z.int(),
      code: z.string(),
      expires_on: z.iso.date().nullable(),
      is_offered: z.boolean(),
      left: z.int(),
    }),
  ),
})
export type LotLine = z.output<typeof LotLine>

export const suggestLots = endpoint(calls.suggestLots, {
  summary: 'The lots available for the lines of an order',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  reply: reply(z.array(LotLine)),
})

/**
 * CONFLICT for more units than the lot has left or the line has, for a lot that is held or closed, and for a
 * cancelled order; NOT_FOUND for a lot of another product. Does not raise the order's version.
 */
export const chooseLots = endpoint(calls.chooseLots, {
  summary: 'Assign lots to an order',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  body: z.object({ lines: LotChoice }),
  reply: reply(z.array(LotLine)),
})
