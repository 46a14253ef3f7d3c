import { z } from 'zod'
import { chosenUnitsError } from '../catalog/lot-rules.ts'
import { endpoint, reply } from '../endpoint.ts'
import { IdParams, JsonId, refusedBy } from '../text.ts'

/** Units of a lot that are chosen for an order. */
export const OrderLot = z.object({
  blister_id: z.int(),
  lot_id: z.int(),
  code: z.string(),
  quantity: z.int(),
})
export type OrderLot = z.output<typeof OrderLot>

/** The whole choice for an order; an empty one gives all units back. */
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
 * A line of an order and the lots of its product: `chosen` for it, `suggested` for what is missing (first what expires first),
 * and all those with units in the order in which they are offered. `left` is without what this order has.
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

export const suggestLots = endpoint('GET', '/orders/:id/lots/', {
  summary: 'Which lots the lines of an order can be taken from',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  reply: reply(z.array(LotLine)),
})

/**
 * CONFLICT for more units than a lot has left or a line asks for, for a lot that is not in use, and for a cancelled order;
 * NOT_FOUND for a lot of another product. Raises no version.
 */
export const chooseLots = endpoint('PUT', '/orders/:id/lots/', {
  summary: 'Choose the lots that an order is packed from',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  body: z.object({ lines: LotChoice }),
  reply: reply(z.array(LotLine)),
})
