import { z } from 'zod'
import * as calls from './calls.ts'
import { FIELDS_REQUIRED } from './claim-rules.ts'
import { endpoint, listOf, reply, replyByAudience, textReply } from '../endpoint.ts'
import { PICTURE_BYTES, DESCRIPTION_LENGTH, MAX_CLAIM_PHOTOS, NAME_LENGTH, NOTES_LENGTH } from '../limits.ts'
import { DESCRIPTION } from '../sentences.ts'
import {
  Day,
  Email,
  IdParams,
  JsonId,
  line,
  Name,
  PageQuery,
  queryFlag,
  queryText,
  text,
  STATUS_INVALID,
} from '../text.ts'
import { CLAIM_STATUSES } from './warranty-status.ts'

/** A warranty claim for its claimant. Photos are signed addresses, valid for ten minutes. Days of Buenos Aires. */
export const Claim = z.object({
  id: z.int(),
  status: z.enum(CLAIM_STATUSES),
  status_display: z.string(),
  name: z.string(),
  email: z.string(),
  order_number: z.string(),
  order_id: z.int().nullable(),
  product_id: z.int().nullable(),
  product_name: z.string(),
  purchase_type: z.enum(['with-order', 'without-order']),
  purchase_date: z.iso.date(),
  germination_date: z.iso.date(),
  description: z.string(),
  photo1: z.string(),
  photo2: z.string(),
  photo3: z.string(),
  admin_response: z.string(),
  resolution_details: z.string(),
  replacement_order_id: z.int().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** Another claim about the same goods, and the units that were sent for it. */
const RelatedClaim = z.object({
  id: z.int(),
  status_display: z.string(),
  replacements: z.array(z.object({ id: z.int(), units: z.int(), is_cancelled: z.boolean() })),
})
export type RelatedClaim = z.output<typeof RelatedClaim>

/** With the fields for admins. */
const AdminClaim = Claim.extend({
  /** For admins only. */
  admin_notes: z.string(),
  user_id: z.int().nullable(),
  user_phone: z.string(),
  user_since: z.iso.datetime().nullable(),
  previous_orders_count: z.int(),
  order: z.object({ id: z.int(), customer_id: z.int().nullable() }).nullable(),
  /** Filed later than the setting `warranty_days` allows. */
  out_of_window: z.boolean(),
  /** The lot of the seeds and how they germinated, as recorded by the shop. */
  lot_id: z.int().nullable(),
  lot: z.string().nullable(),
  seeds_sown: z.int().nullable(),
  seeds_failed: z.int().nullable(),
  /** The lot of the product in the claim's order; null unless there is exactly one. */
  order_lot: z.object({ id: z.int(), code: z.string() }).nullable(),
  /** Raised by each decision; a decision on an older version is refused as `STALE`. */
  version: z.int(),
  /** All replacement orders, oldest first; at most one is not cancelled: `replacement_order_id`, else the newest. */
  replacements: z.array(z.object({ id: z.int(), is_cancelled: z.boolean() })),
  /** Other claims of the same person about the same product and order, oldest first. */
  related: z.array(RelatedClaim),
  /** Units of the product in the claim's order; null when the shop does not know. */
  bought: z.int().nullable(),
})

export type Claim = z.output<typeof Claim> &
  Partial<Omit<z.output<typeof AdminClaim>, keyof z.output<typeof Claim>>>

const claimReply = replyByAudience<Claim>({ anonymous: Claim, customer: Claim, admin: AdminClaim })

const Photo = z
  .string()
  .max(300)
  .nullish()
  .transform((address) => address ?? '')

/** With an account and `with-order`, order and product suffice. Rules on days and photos: `claim-rules.ts`. */
export const ClaimRequest = z.object({
  purchase_type: z.enum(['with-order', 'without-order']).default('without-order'),
  order_id: JsonId.nullish(),
  product_id: JsonId.nullish(),
  use_authenticated_user: z.boolean().optional(),
  name: Name.optional(),
  email: Email.optional(),
  order_number: z.union([z.int().transform(String), line(40, 'El número de pedido')]).nullish(),
  purchase_date: Day.optional(),
  germination_date: Day,
  product_name: line(NAME_LENGTH, 'El producto').optional(),
  description: text(DESCRIPTION_LENGTH, DESCRIPTION).min(1, FIELDS_REQUIRED),
  photo1: Photo,
  photo2: Photo,
  photo3: Photo,
})
export type ClaimRequest = z.output<typeof ClaimRequest>

/** Forms send text, and empty text for empty fields. */
const formId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Identificador inválido')
  .transform(Number)
  .pipe(JsonId)
const filledOnly = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** `ClaimRequest` as the texts of a form. */
export const ClaimForm = ClaimRequest.extend({
  order_id: filledOnly(formId),
  product_id: filledOnly(formId),
  use_authenticated_user: filledOnly(
    z
      .enum(['true', 'false', '1', '0'], 'Valor inválido')
      .transform((value) => value === 'true' || value === '1'),
  ),
  email: filledOnly(Email),
  purchase_date: filledOnly(Day),
})

/**
 * NOT_FOUND for another customer's order. IDEMPOTENCY_MISMATCH; UNSUPPORTED_TYPE for anything but JPEG, PNG or WebP.
 */
export const fileClaim = endpoint(calls.fileClaim, {
  summary:
    'File a warranty claim, with addresses of uploaded photos or, as a form, with the photos themselves: `photos` in order, or `photo1` (Blister), `photo2` (Proceso), `photo3` (Resultado). Honours Idempotency-Key',
  access: 'anyone',
  body: ClaimRequest,
  form: {
    fields: ClaimForm,
    files: ['photos', 'photo1', 'photo2', 'photo3'],
    maxFiles: MAX_CLAIM_PHOTOS,
    maxFileBytes: PICTURE_BYTES,
    orJson: true,
  },
  reply: claimReply,
  status: 201,
})

/**
 * Unknown values are ignored. `search` looks in name, e-mail, order number and product, and finds a claim by its
 * number and by a phone of its account or order.
 */
const ClaimQuery = PageQuery.extend({
  user: z.enum(['current']).optional().catch(undefined),
  include_user_details: queryFlag,
  status: z.enum(CLAIM_STATUSES).optional().catch(undefined),
  search: queryText(100),
})

/** Newest first. FORBIDDEN for customers without `user=current`. */
export const listClaims = endpoint(calls.listClaims, {
  summary: 'Own claims with `user=current`; all of them for admins',
  access: 'customer',
  needs: 'claims_read',
  query: ClaimQuery,
  reply: listOf(claimReply),
})

export const downloadClaims = endpoint(calls.downloadClaims, {
  summary: 'Claims as a sheet (CSV with ; and a byte order mark), with the filters of the list',
  access: 'admin',
  needs: 'claims_read',
  query: ClaimQuery,
  reply: textReply('text/csv; charset=utf-8'),
})

/** For the tabs of the panel. */
export const countClaims = endpoint(calls.countClaims, {
  summary: 'How many claims there are in each state; carries an ETag',
  access: 'admin',
  needs: 'claims_read',
  reply: reply(
    z.object({
      pending: z.int(),
      reviewing: z.int(),
      approved: z.int(),
      rejected: z.int(),
      resolved: z.int(),
    }),
  ),
})

/** Null and '' clear it. */
const note = (name: string) => z.union([z.null().transform(() => ''), text(NOTES_LENGTH, name)]).optional()

const Seeds = z.int('Las semillas se cuentan en números enteros').nullable().optional()

/** A decision. Missing fields stay unchanged. */
export const ClaimChange = z.object({
  status: z.enum(CLAIM_STATUSES, STATUS_INVALID).optional(),
  admin_notes: note('Las notas'),
  admin_response: note('La respuesta'),
  resolution_details: note('La resolución'),
  lot_id: JsonId.nullable().optional(),
  /** Both or neither: rules in `claimSeedsErrors`. */
  seeds_sown: Seeds,
  seeds_failed: Seeds,
  /** The version that the decision is based on. Older clients send none: then the last decision wins. */
  version: z.int().min(1).optional(),
})
export type ClaimChange = z.output<typeof ClaimChange>

/** NOT_FOUND for another customer's claim, unless the caller is an admin. */
export const getClaim = endpoint(calls.getClaim, {
  summary: 'One claim: the own one, or any for admins',
  access: 'customer',
  needs: 'claims_read',
  params: IdParams,
  reply: claimReply,
})

/** Any state from any other. NOT_FOUND for an unknown lot. STALE when the claim was changed since `version`. Mails the changes to the claimant. */
export const changeClaim = endpoint(calls.changeClaim, {
  summary: 'Set the state of a claim and its resolution; 409 `STALE` when it was changed since `version`',
  access: 'admin',
  needs: 'claims_write',
  params: IdParams,
  body: ClaimChange,
  reply: claimReply,
})
