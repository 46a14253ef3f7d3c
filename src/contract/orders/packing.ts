import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'
import { HandingFields, isSentOrBare, NOT_SENT } from './handing.ts'
import { LotLine } from './order-lots.ts'
import { OrderLine, OwnOrder } from './orders.ts'
import { Flag, IdParams } from '../text.ts'

/** A line as sold, without its price. */
const PackingLine = OrderLine.pick({
  id: true,
  blister_id: true,
  quantity: true,
  product_name: true,
  product_brand: true,
  product_image: true,
  product_type: true,
  blister_info: true,
})

/** An order to be packed or handed over: without prices, and with only the recipient's name. */
export const Parcel = z.object({
  id: z.int(),
  version: z.int(),
  recipient_name: z.string(),
  created_at: z.iso.datetime(),
  prepared_at: z.iso.datetime().nullable(),
  /** Changed after it was prepared. */
  is_changed: z.boolean(),
  /** In the list no more. */
  is_handed: z.boolean(),
  delivery_type: OwnOrder.shape.delivery_type,
  lines: z.array(PackingLine),
  /** For lines whose products have lots. */
  lots: z.array(LotLine),
})
export type Parcel = z.output<typeof Parcel>

/** At most 100; orders to prepare first, oldest first. */
export const listPacking = endpoint(calls.listPacking, {
  summary: 'Orders to prepare or hand over, without amounts and contact data',
  access: 'admin',
  needs: 'packing',
  reply: reply(z.array(Parcel)),
})

const Packing = z
  .object({
    prepared: Flag,
    ...HandingFields,
  })
  .refine(isSentOrBare, NOT_SENT)
export type Packing = z.output<typeof Packing>

/**
 * `how` hands it over, and tells the customer as the settings say; it is in the list no more then. NOT_FOUND for an order that
 * is not in the list; CONFLICT for one that is cancelled or handed over, and as `chooseLots`; CONFIRM as `markDelivery`; STALE
 * when `version` is older than the order's.
 */
export const markPacked = endpoint(calls.markPacked, {
  summary: 'Mark an order of the list as prepared or handed over, or undo the first',
  access: 'admin',
  needs: 'packing',
  params: IdParams,
  body: Packing,
  reply: reply(Parcel),
})
