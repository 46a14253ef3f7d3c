import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'
import { NAME_LENGTH } from '../limits.ts'
import { IdParams, line } from '../text.ts'
import { GENERATION_LENGTH, LINEAGE_FIELDS } from './lineage-rules.ts'

/**
 * A variety and its ancestors, numbered as in a pedigree: 1 is the variety, 2n the mother and 2n + 1 the father of n. At most
 * 31, of four generations of ancestors. `product_id` is null for what the shop does not show to the caller.
 */
const Lineage = z.object({
  results: z.array(
    z.object({
      place: z.int(),
      name: z.string(),
      generation: z.string(),
      product_id: z.int().nullable(),
    }),
  ),
})
export type Lineage = z.output<typeof Lineage>
export type LineageNode = Lineage['results'][number]

/** Nothing, or the variety alone, while no parent is known. NOT_FOUND as `getProduct`. */
export const getLineage = endpoint(calls.getLineage, {
  summary: 'The ancestors of a variety',
  access: 'anyone',
  needs: 'catalog_read',
  params: IdParams,
  reply: reply(Lineage),
})

/**
 * A parent is the name of a seed of the shop, or of a variety that it does not have; '' is not known. VALIDATION when a
 * variety would be its own ancestor; CONFLICT for merchandise.
 */
export const setLineage = endpoint(calls.setLineage, {
  summary: 'Say the mother and the father of a variety',
  access: 'admin',
  params: IdParams,
  body: z.object({
    mother: line(NAME_LENGTH, 'La madre').default(''),
    father: line(NAME_LENGTH, 'El padre').default(''),
    generation: line(GENERATION_LENGTH, `La ${LINEAGE_FIELDS.generation.toLowerCase()}`).default(''),
  }),
  reply: reply(Lineage),
})
