import { z } from 'zod'
import { endpoint, reply } from '../endpoint.ts'
import { PRODUCT_TYPES } from './product-types.ts'
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
import { IdParams, JsonId, line, PageQuery, queryId, queryText, refusedBy } from '../text.ts'

/**
 * Units of a presentation: `available` can be sold, `reserved` are in pending orders that were not handed over, `on_hand` is
 * both. `value` in pesos: what is available at its final price, for roles that read orders.
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
  on_hand: z.int(),
  /** On the shelf and of no lot. */
  unlotted: z.int(),
  /** Its own low mark; null: the setting `low_stock_at`. */
  low_at: z.int().nullable(),
  /** The low mark that counts. */
  low_from: z.int(),
  /** Customers who wait until it has stock again. */
  waiting: z.int(),
  value: z.number().optional(),
})
export type StockRow = z.output<typeof StockRow>

const Totals = StockRow.pick({ available: true, reserved: true, on_hand: true, value: true })

/** Wrong filters are ignored. `low`: shown with 1 to `low_from` available, `out`: none, `reserved`: some in orders. */
export const StockQuery = PageQuery.extend({
  search: queryText(SEARCH_LENGTH),
  brand: queryText(NAME_LENGTH),
  type: z.enum(PRODUCT_TYPES).optional().catch(undefined),
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
export const listStock = endpoint('GET', '/stock/', {
  summary: 'Units and value of each presentation',
  access: 'admin',
  needs: 'stock_read',
  query: StockQuery,
  reply: reply(StockPage),
})

export const getStock = endpoint('GET', '/stock/:id/', {
  summary: 'Units and value of one presentation',
  access: 'admin',
  needs: 'stock_read',
  params: IdParams,
  reply: reply(StockRow),
})

/** At how many units the shop is told: in the morning's mail, in the list and in Para hacer. */
export const setLowAt = endpoint('PUT', '/stock/:id/low/', {
  summary: 'Set from how many units on a presentation is low, null for the setting',
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
 * A row of the ledger. `balance`: the stock after it. `user` is 'Sistema' where nobody did it, and 'Cliente' instead of a
 * customer's name for roles that do not read customers.
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
  /** The count that found or missed the units. */
  count_id: z.int().nullable(),
  note: z.string(),
  /** The code of the lot that the units came into, or left. */
  lot: z.string().nullable(),
})
export type StockMovement = z.output<typeof StockMovement>

/** `before` is the id to ask for the next rows with, null after the last. Removed presentations have their ledger too. */
export const listMovements = endpoint('GET', '/stock/:id/movements/', {
  summary: 'Why the stock of a presentation is what it is, newest first',
  access: 'admin',
  needs: 'stock_read',
  params: IdParams,
  query: z.object({ before: queryId }),
  reply: reply(z.object({ results: z.array(StockMovement), before: z.int().nullable() })),
})

/** `change` in units, negative for a loss, a breakage or a sample. */
export const StockAdjustment = z
  .object({
    blister_id: JsonId,
    change: z
      .number({ error: ({ input }) => changeError(input === undefined ? undefined : Number.NaN) })
      .superRefine(refusedBy(changeError)),
    reason: z.enum(ADJUSTMENT_REASONS, REASON_REQUIRED),
    note: line(LEDGER_NOTE_LENGTH, 'La nota').default(''),
    /** The lot that the units come into, or leave. */
    lot_id: JsonId.optional(),
  })
  .superRefine(({ reason, change }, context) => {
    const error = directionError(reason, change)
    if (error) context.addIssue({ code: 'custom', path: ['change'], message: error })
  })
export type StockAdjustment = z.output<typeof StockAdjustment>

/** CONFLICT for more units than are available, or than the lot has left, or past the most a stock can be. Honours Idempotency-Key. */
export const adjustStock = endpoint('POST', '/stock/adjustments/', {
  summary: 'Add units to a presentation, or take some off, with a reason',
  access: 'admin',
  needs: 'stock_write',
  body: StockAdjustment,
  reply: reply(StockRow),
  status: 201,
})
