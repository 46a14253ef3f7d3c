import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'
import { SEARCH_LENGTH } from '../limits.ts'
import { queryId, queryText } from '../text.ts'

/**
 * The newest germination test of each lot on sale, drawn for a page: of all products, or of one with the seeds claimed of
 * those delivered. Each piece is whole HTML, escaped, and empty when nothing is shown. Of a product also: `genetics`, its
 * parents in a line, and `below`, its ancestors and the products most like it.
 */
export const getTested = endpoint(calls.getTested, {
  summary: 'The germination tests of the lots on sale, as a piece of a page',
  access: 'anyone',
  query: z.object({ product: queryId }),
  reply: reply(z.object({ html: z.string(), genetics: z.string().optional(), below: z.string().optional() })),
})

/** `sown`, `germinated` and `tested_on` are of the newest test that counts, null without one. `product_id` is null while it is hidden. */
const TestedLot = z.object({
  code: z.string(),
  product: z.string(),
  product_id: z.int().nullable(),
  /** Has a page of its own. */
  is_public: z.boolean(),
  is_on_sale: z.boolean(),
  is_recalled: z.boolean(),
  harvested_on: z.iso.date().nullable(),
  sown: z.int().nullable(),
  germinated: z.int().nullable(),
  tested_on: z.iso.date().nullable(),
})
export type TestedLot = z.output<typeof TestedLot>

/** What the figures on the home page leave out, each lot once. */
const LeftOut = z.object({
  /** On sale without a test. */
  untested: z.int(),
  /** On hold or recalled. */
  held: z.int(),
  sold_out: z.int(),
  closed: z.int(),
  /** Of products that are not shown. */
  hidden: z.int(),
  /** Tests that were voided. */
  voided: z.int(),
  /** Tests of lots on sale with a newer one. */
  older: z.int(),
})
export type LeftOut = z.output<typeof LeftOut>

/** Lots on sale first, then past ones with a page; newest first, at most 200. 404 when the shop does not show its tests. */
export const listTestedLots = endpoint(calls.listTestedLots, {
  summary: 'The lots on sale and past ones, with their newest germination test',
  access: 'anyone',
  query: z.object({ search: queryText(SEARCH_LENGTH) }),
  reply: reply(
    z.object({
      results: z.array(TestedLot),
      sown: z.int(),
      germinated: z.int(),
      left_out: LeftOut,
    }),
  ),
})
