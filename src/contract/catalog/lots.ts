import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply, textReply } from '../endpoint.ts'
import { MAX_ID, SEARCH_LENGTH } from '../limits.ts'
import {
  Day,
  Flag,
  Id,
  IdParams,
  JsonId,
  line,
  orNone,
  PageQuery,
  queryId,
  queryText,
  refusedBy,
  text,
} from '../text.ts'
import {
  expiresOnError,
  LOT_CODE,
  LOT_CODE_PATTERN,
  LOT_NOTE_LENGTH,
  LOT_STATES,
  askedLotCode,
  lotCode,
  lotCodeError,
  lotUnitsError,
  METHOD_LENGTH,
} from './lot-rules.ts'
import { missing } from '../sentences.ts'
import { harvestError } from './stock-rules.ts'
import { PRODUCT_TYPES } from './product-types.ts'

/** A germination test of the shop; days of Buenos Aires. */
const LotTest = z.object({
  id: z.int(),
  tested_on: z.iso.date(),
  sown: z.int(),
  germinated: z.int(),
  method: z.string(),
  user: z.string().nullable(),
  voided_at: z.iso.datetime().nullable(),
})
export type LotTest = z.output<typeof LotTest>

/** `left`: units on the shelf that no order has; `chosen`: units assigned to orders not handed over yet. */
const LotUnits = z.object({
  blister_id: z.int(),
  seed_count: z.int(),
  size: z.string(),
  left: z.int(),
  chosen: z.int(),
})

/**
 * A lot with its units by presentation. `claims` in seeds: `failed` of approved and resolved claims, `delivered`
 * chosen for orders, `rate` in percent, null for few seeds. `orders_open` counts orders with this lot that were not
 * handed over.
 */
const Lot = z.object({
  id: z.int(),
  code: z.string(),
  product_id: z.int(),
  product: z.string(),
  type: z.enum(PRODUCT_TYPES),
  inase_name: z.string(),
  inase_number: z.string(),
  harvested_on: z.iso.date().nullable(),
  expires_on: z.iso.date().nullable(),
  state: z.enum(LOT_STATES),
  is_expired: z.boolean(),
  is_public: z.boolean(),
  is_recalled: z.boolean(),
  public_note: z.string(),
  note: z.string(),
  version: z.int(),
  units: z.array(LotUnits),
  tests: z.array(LotTest),
  claims: z.object({ failed: z.int(), delivered: z.int(), rate: z.number().nullable() }),
  orders_open: z.int(),
})
export type Lot = z.output<typeof Lot>

/** Wrong filters are ignored. `search` looks in code and product. */
export const LotQuery = PageQuery.extend({
  search: queryText(SEARCH_LENGTH),
  state: z.enum(LOT_STATES).optional().catch(undefined),
  product: queryId,
  id: queryId,
})
export type LotQuery = z.output<typeof LotQuery>

/** Newest first. */
export const listLots = endpoint(calls.listLots, {
  summary: 'Lots with their units, tests and claims',
  access: 'admin',
  needs: 'stock_read',
  query: LotQuery,
  reply: reply(
    z.object({
      results: z.array(Lot),
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  ),
})

const OptionalDay = z.union([z.literal('').transform(() => null), Day]).nullish()

const LotFields = z.object({
  code: z
    .string(missing(LOT_CODE))
    .max(60, missing(LOT_CODE))
    .superRefine(refusedBy(lotCodeError))
    .transform(lotCode),
  harvested_on: OptionalDay.transform((day) => day ?? null),
  expires_on: OptionalDay.transform((day) => day ?? null),
  is_public: Flag.default(false),
  public_note: orNone(text(LOT_NOTE_LENGTH, 'La nota pública')),
  note: orNone(text(LOT_NOTE_LENGTH, 'La nota')),
})

const inOrder = (
  lot: Pick<z.output<typeof LotFields>, 'harvested_on' | 'expires_on'>,
  context: z.RefinementCtx,
) => {
  const error = expiresOnError(lot.harvested_on, lot.expires_on)
  if (error) context.addIssue({ code: 'custom', path: ['expires_on'], message: error })
}

const Seeds = z.int('Las semillas se cuentan en números enteros')

/** Rules: `lotTestErrors`. */
const NewLotTest = z.object({
  tested_on: Day,
  sown: Seeds,
  germinated: Seeds,
  method: orNone(line(METHOD_LENGTH, 'El método')),
})
export type NewLotTest = z.output<typeof NewLotTest>

export const NewLot = LotFields.extend({
  product_id: JsonId,
  /** Units of this harvest, which are added to the stock. */
  units: z
    .array(
      z.object({
        blister_id: JsonId,
        units: z
          .number({ error: ({ input }) => harvestError(input === undefined ? undefined : Number.NaN) })
          .superRefine(refusedBy(harvestError)),
      }),
    )
    .max(50)
    .refine((units) => new Set(units.map(({ blister_id }) => blister_id)).size === units.length, {
      error: 'Cada presentación va una sola vez',
    })
    .default([]),
  test: NewLotTest.optional(),
}).superRefine(inOrder)
export type NewLot = z.output<typeof NewLot>

/** DUPLICATE for the code of another lot; CONFLICT above the highest stock. */
export const createLot = endpoint(calls.createLot, {
  summary:
    'Add a lot of a product, with the units of a harvest and its germination test if they are sent. Honours Idempotency-Key',
  access: 'admin',
  needs: 'stock_write',
  body: NewLot,
  reply: reply(Lot),
  status: 201,
})

/** A recalled lot is held or closed. A missing `is_public` or `is_recalled` stays as it is. */
export const LotChange = LotFields.extend({
  state: z.enum(LOT_STATES),
  is_public: Flag.optional(),
  is_recalled: Flag.optional(),
  version: z.int().min(1),
}).superRefine(inOrder)
export type LotChange = z.output<typeof LotChange>

/** STALE when it was saved since `version`; DUPLICATE for a code that another lot has. */
export const changeLot = endpoint(calls.changeLot, {
  summary: 'Save a lot',
  access: 'admin',
  needs: 'stock_write',
  params: IdParams,
  body: LotChange,
  reply: reply(Lot),
})

/**
 * CONFIRM for more units than are on the shelf without a lot: with `harvest` the others are added to the stock. CONFLICT for
 * more than are left in the lot.
 */
export const moveLotUnits = endpoint(calls.moveLotUnits, {
  summary: 'Move units on the shelf into a lot, or out of it. Honours Idempotency-Key',
  access: 'admin',
  needs: 'stock_write',
  params: IdParams,
  body: z.object({
    blister_id: JsonId,
    change: z
      .number({ error: ({ input }) => lotUnitsError(input === undefined ? undefined : Number.NaN) })
      .superRefine(refusedBy(lotUnitsError)),
    harvest: Flag.default(false),
  }),
  reply: reply(Lot),
  status: 201,
})

export const addLotTest = endpoint(calls.addLotTest, {
  summary: 'Record a germination test of the shop. Honours Idempotency-Key',
  access: 'admin',
  needs: 'stock_write',
  params: IdParams,
  body: NewLotTest,
  reply: reply(Lot),
  status: 201,
})

/** CONFLICT for one that is voided already. */
export const voidLotTest = endpoint(calls.voidLotTest, {
  summary: 'Void a test; it stays in the list',
  access: 'admin',
  needs: 'stock_write',
  params: z.object({ id: Id, test: Id }),
  reply: reply(Lot),
})

const TracedClaim = z.object({
  id: z.int(),
  status_display: z.string(),
  seeds_sown: z.int().nullable(),
  seeds_failed: z.int().nullable(),
})
export type TracedClaim = z.output<typeof TracedClaim>

/**
 * A recipient of units of a lot, and their claims. `recipient` is null for a deleted order; `phone` and `email`, which may be
 * empty, are for roles that read customers.
 */
const TracedOrder = z.object({
  order_id: z.int(),
  recipient: z.string().nullable(),
  phone: z.string().optional(),
  email: z.string().optional(),
  status_display: z.string(),
  created_at: z.iso.datetime().nullable(),
  /** Units of this lot. */
  units: z.int(),
  seeds: z.int(),
  claims: z.array(TracedClaim),
})
export type TracedOrder = z.output<typeof TracedOrder>

/** Newest first. `before` is the cursor of the next page (an order id), null on the last. */
export const traceLot = endpoint(calls.traceLot, {
  summary: 'The orders that received units of a lot, with recipients and claims',
  access: 'admin',
  needs: 'orders_read',
  params: IdParams,
  query: z.object({ before: z.coerce.number().int().min(1).max(MAX_ID).optional().catch(undefined) }),
  reply: reply(
    z.object({
      lot: Lot,
      results: z.array(TracedOrder),
      before: z.int().nullable(),
      /** Claims about the lot without an order of the shop. */
      other_claims: z.array(TracedClaim),
    }),
  ),
})

/** The total. */
export const traceLotCsv = endpoint(calls.traceLotCsv, {
  summary: 'The trace of a lot as a sheet (CSV)',
  access: 'admin',
  needs: 'orders_read',
  params: IdParams,
  reply: textReply('text/csv; charset=utf-8'),
})

/**
 * The public page behind the QR of a pack, without prices and personal data. `product_id` is null while the product
 * is hidden.
 */
const PublicLot = z.object({
  code: z.string(),
  product_id: z.int().nullable(),
  product: z.string(),
  brand: z.string().nullable(),
  image: z.string().nullable(),
  inase_name: z.string(),
  inase_number: z.string(),
  harvested_on: z.iso.date().nullable(),
  expires_on: z.iso.date().nullable(),
  is_recalled: z.boolean(),
  public_note: z.string(),
  tests: z.array(LotTest.pick({ id: true, tested_on: true, sown: true, germinated: true, method: true })),
  is_on_sale: z.boolean(),
  /** The newest test as a piece of the page: see `getTested`. */
  drawn: z.string(),
})
export type PublicLot = z.output<typeof PublicLot>

/** 404 for a lot that is not public. */
export const getPublicLot = endpoint(calls.getPublicLot, {
  summary: 'A lot by the code on its packs',
  access: 'anyone',
  params: z.object({
    code: z.string().max(40).transform(askedLotCode).pipe(z.string().regex(LOT_CODE_PATTERN)),
  }),
  reply: reply(PublicLot),
})
