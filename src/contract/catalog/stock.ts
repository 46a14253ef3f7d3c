import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply, textReply } from '../endpoint.ts'
import { PRODUCT_TYPES } from './product-types.ts'
import { TypeAsked } from './type-asked.ts'
import {
  ADJUSTMENT_REASONS,
  changeError,
  directionError,
  LEDGER_NOTE_LENGTH,
  lowAtError,
  REASON_REQUIRED,
  STOCK_REASONS,
  STOCK_STATES,
} from './stock-rules.ts'
import { NAME_LENGTH, SEARCH_LENGTH } from '../limits.ts'
import { IdParams, JsonId, line, orNone, PageQuery, queryId, queryText, refusedBy } from '../text.ts'

/**
 * Units of a presentation: `available` can be sold, `reserved` are in pending orders that were not handed over, `withheld` are
 * in lots on hold and needed by no order, `on_hand` is all of them. `value` in pesos: what is available at its final price, for roles that read orders.
 */
const StockRow = z.object({
  blister_id: z.int(),
  product_id: z.int(),
  name: z.string(),
  brand: z.string().nullable(),
  type: z.enum(PRODUCT_TYPES),
  seed_count: z.int(),
  /** Whether the shop shows the product. */
  shown: z.boolean(),
  available: z.int(),
  reserved: z.int(),
  withheld: z.int(),
  on_hand: z.int(),
  /** On the shelf without a lot. */
  unlotted: z.int(),
  /** Its own low mark; null: the setting `low_stock_at`. */
  low_at: z.int().nullable(),
  /** The low mark in effect. */
  low_from: z.int(),
  /** Customers with a restock notice. */
  waiting: z.int(),
  value: z.number().optional(),
})
export type StockRow = z.output<typeof StockRow>

const Totals = StockRow.pick({ available: true, reserved: true, withheld: true, on_hand: true, value: true })

/**
 * Unknown filters are ignored. `low`: products shown, with 1 to `low_from` units; `out`: no units; `reserved`: units
 * in orders.
 */
export const StockQuery = PageQuery.extend({
  search: queryText(SEARCH_LENGTH),
  brand: queryText(NAME_LENGTH),
  type: TypeAsked.optional().catch(undefined),
  state: z.enum(STOCK_STATES).optional().catch(undefined),
})
export type StockQuery = z.output<typeof StockQuery>

const StockPage = z.object({
  results: z.array(StockRow),
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  /** Of all pages. */
  totals: Totals,
})
export type StockPage = z.output<typeof StockPage>

/** Presentations by name and seed count; removed ones are left out. */
export const listStock = endpoint(calls.listStock, {
  summary: 'Units and value of each presentation',
  access: 'admin',
  needs: 'stock_read',
  query: StockQuery,
  reply: reply(StockPage),
})

export const downloadStock = endpoint(calls.downloadStock, {
  summary:
    'Units of each presentation as a sheet (CSV with ; and a byte order mark), with the filters of the list',
  access: 'admin',
  needs: 'stock_read',
  query: StockQuery,
  reply: textReply('text/csv; charset=utf-8'),
})

export const getStock = endpoint(calls.getStock, {
  summary: 'Units and value of one presentation',
  access: 'admin',
  needs: 'stock_read',
  params: IdParams,
  reply: reply(StockRow),
})

/** The low mark: with at most this many units the stock list, Para hacer and the daily mail report it. */
export const setLowAt = endpoint(calls.setLowAt, {
  summary: 'Set the low mark of a presentation; null for the setting',
  access: 'admin',
  needs: 'stock_write',
  params: IdParams,
  body: z.object({
    low_at: z
      .number({ error: () => lowAtError(Number.NaN) })
      .superRefine(refusedBy(lowAtError))
      .nullable(),
  }),
  reply: reply(StockRow),
})

/**
 * A stock movement. `balance`: the stock after it. `user` is 'Sistema' for automatic ones, and 'Cliente' instead of a
 * customer's name for roles that may not read customers.
 */
const StockMovement = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  change: z.int(),
  balance: z.int(),
  reason: z.enum(STOCK_REASONS),
  reason_display: z.string(),
  user: z.string(),
  order_id: z.int().nullable(),
  /** The stock count that caused it. */
  count_id: z.int().nullable(),
  note: z.string(),
  /** The code of the lot that units were moved into or out of. */
  lot: z.string().nullable(),
})
export type StockMovement = z.output<typeof StockMovement>

/** `before` is the cursor of the next page (a row id), null on the last. Works for removed presentations too. */
export const listMovements = endpoint(calls.listMovements, {
  summary: 'Stock movements of a presentation, newest first',
  access: 'admin',
  needs: 'stock_read',
  params: IdParams,
  query: z.object({ before: queryId }),
  reply: reply(z.object({ results: z.array(StockMovement), before: z.int().nullable() })),
})

/** `change` in units, negative for a loss, a breakage or a sample. */
const StockAdjustment = z
  .object({
    blister_id: JsonId,
    change: z
      .number({ error: ({ input }) => changeError(input === undefined ? undefined : Number.NaN) })
      .superRefine(refusedBy(changeError)),
    reason: z.enum(ADJUSTMENT_REASONS, REASON_REQUIRED),
    note: orNone(line(LEDGER_NOTE_LENGTH, 'La nota')),
    /** The lot that the units are moved into or out of. */
    lot_id: JsonId.optional(),
  })
  .superRefine(({ reason, change }, context) => {
    const error = directionError(reason, change)
    if (error) context.addIssue({ code: 'custom', path: ['change'], message: error })
  })

/**
 * CONFLICT for more units than are available or left in the lot, or above the highest stock. Honours Idempotency-Key.
 */
export const adjustStock = endpoint(calls.adjustStock, {
  summary: 'Add or remove units of a presentation, with a reason',
  access: 'admin',
  needs: 'stock_write',
  body: StockAdjustment,
  reply: reply(StockRow),
  status: 201,
})
