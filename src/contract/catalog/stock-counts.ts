import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'
import { NAME_LENGTH, SEARCH_LENGTH } from '../limits.ts'
import { Id, IdParams, line, orNone, PageQuery, queryId, queryText, refusedBy } from '../text.ts'
import { PRODUCT_TYPES } from './product-types.ts'
import { COUNT_STATES, COUNT_VIEWS, countedError, LEDGER_NOTE_LENGTH } from './stock-rules.ts'

/**
 * A stock count, taken while the shop sells. `lines` counts presentations, `differing` those with a difference;
 * `more` and `fewer` in units. `user` is null once the account is removed.
 */
const StockCount = z.object({
  id: z.int(),
  state: z.enum(COUNT_STATES),
  note: z.string(),
  user: z.string().nullable(),
  created_at: z.iso.datetime(),
  closed_by: z.string().nullable(),
  closed_at: z.iso.datetime().nullable(),
  lines: z.int(),
  differing: z.int(),
  more: z.int(),
  fewer: z.int(),
})
export type StockCount = z.output<typeof StockCount>

/**
 * A counted presentation. `expected`: units that should have been on the shelf at that moment, with those of orders
 * not handed over. `difference` is null until it is counted; `applied`: units that closing the count added, null if
 * refused.
 */
const CountLine = z.object({
  blister_id: z.int(),
  name: z.string(),
  brand: z.string().nullable(),
  type: z.enum(PRODUCT_TYPES),
  seed_count: z.int(),
  counted: z.int().nullable(),
  expected: z.int().nullable(),
  difference: z.int().nullable(),
  applied: z.int().nullable(),
  counted_by: z.string().nullable(),
  counted_at: z.iso.datetime().nullable(),
})
export type CountLine = z.output<typeof CountLine>

/** `before` is the cursor of the next page (an id), null on the last. */
export const listCounts = endpoint(calls.listCounts, {
  summary: 'Stock counts, newest first; only the first can be open',
  access: 'admin',
  needs: 'stock_read',
  query: z.object({ before: queryId }),
  reply: reply(z.object({ results: z.array(StockCount), before: z.int().nullable() })),
})

/** CONFLICT while one is open. Honours Idempotency-Key. */
export const startCount = endpoint(calls.startCount, {
  summary: 'Start a stock count',
  access: 'admin',
  needs: 'stock_write',
  body: z.object({ note: orNone(line(LEDGER_NOTE_LENGTH, 'La nota')) }),
  reply: reply(StockCount),
  status: 201,
})

/**
 * Unknown filters are ignored. `counted`, `differing` (count differs from `expected`) or `missing` (not counted yet).
 */
export const CountQuery = PageQuery.extend({
  search: queryText(SEARCH_LENGTH),
  brand: queryText(NAME_LENGTH),
  view: z.enum(COUNT_VIEWS).optional().catch(undefined),
})
export type CountQuery = z.output<typeof CountQuery>

/** Presentations by name and seed count; removed ones only if they were counted. */
export const listCountLines = endpoint(calls.listCountLines, {
  summary: 'The presentations of a count, counted and not',
  access: 'admin',
  needs: 'stock_read',
  params: IdParams,
  query: CountQuery,
  reply: reply(
    z.object({
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      results: z.array(CountLine),
      stock_count: StockCount,
    }),
  ),
})

/** `expected` is read now, as sales go on. Null removes the line. CONFLICT once the count is closed. */
export const setCountLine = endpoint(calls.setCountLine, {
  summary: 'Record the units of a presentation on the shelf',
  access: 'admin',
  needs: 'stock_write',
  params: z.object({ id: Id, blister: Id }),
  body: z.object({
    counted: z
      .number({ error: () => countedError(Number.NaN) })
      .superRefine(refusedBy(countedError))
      .nullable(),
  }),
  reply: reply(CountLine),
})

/** A line that was not applied: orders hold the missing units. */
const RefusedLine = CountLine.pick({ blister_id: true, name: true, type: true, seed_count: true }).extend({
  text: z.string(),
})
export type RefusedLine = z.output<typeof RefusedLine>

/**
 * Adds each difference to the stock, which keeps sales since the counting, and closes the count. CONFLICT once it is
 * closed.
 */
export const applyCount = endpoint(calls.applyCount, {
  summary: 'Correct the stock by the counted differences; `refused` has the lines that were not applied',
  access: 'admin',
  needs: 'stock_write',
  params: IdParams,
  reply: reply(z.object({ stock_count: StockCount, refused: z.array(RefusedLine) })),
})

/** Stock does not change. CONFLICT once it is closed. */
export const discardCount = endpoint(calls.discardCount, {
  summary: 'Close a count without correcting anything',
  access: 'admin',
  needs: 'stock_write',
  params: IdParams,
  reply: reply(z.object({})),
  status: 204,
})
