import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, Nothing, reply } from '../endpoint.ts'
import { IdParams, JsonId } from '../text.ts'
import { PRODUCT_TYPES } from './product-types.ts'

/** A restock notice of the caller. */
const StockNotice = z.object({
  blister_id: z.int(),
  product_id: z.int(),
  name: z.string(),
  type: z.enum(PRODUCT_TYPES),
  seed_count: z.int(),
  created_at: z.iso.datetime(),
})
export type StockNotice = z.output<typeof StockNotice>

/** At most 20, newest first. */
export const listStockNotices = endpoint(calls.listStockNotices, {
  summary: 'The restock notices of the caller',
  access: 'customer',
  reply: reply(z.object({ results: z.array(StockNotice) })),
})

/** CONFLICT when it has stock, or the setting `restock_notices` is off; LIMIT_REACHED above 20. Idempotent. */
export const requestStockNotice = endpoint(calls.requestStockNotice, {
  summary: 'Get one mail when a presentation has stock again',
  access: 'customer',
  body: z.object({ blister_id: JsonId }),
  reply: reply(StockNotice),
  status: 201,
})

/** Succeeds without a notice too. `id` is of the presentation. */
export const dropStockNotice = endpoint(calls.dropStockNotice, {
  summary: 'Remove a restock notice',
  access: 'customer',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})
