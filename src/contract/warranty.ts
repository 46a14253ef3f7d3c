import { z } from 'zod'
import { endpoint, listOf, reply, replyByAudience } from './endpoint.ts'
import {
  CLAIM_PHOTO_BYTES,
  DESCRIPTION_LENGTH,
  MAX_CLAIM_PHOTOS,
  NAME_LENGTH,
  NOTES_LENGTH,
} from './limits.ts'
import { Day, Email, IdParams, JsonId, line, PageQuery, queryFlag, queryText, text } from './text.ts'
import { CLAIM_STATUSES } from './warranty-status.ts'

/** A claim as the person who filed it sees it. Photos are short-lived signed addresses. */
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
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const AdminClaim = Claim.extend({
  /** Never shown to customers. */
  admin_notes: z.string(),
  user_id: z.int().nullable(),
  user_phone: z.string(),
  user_since: z.iso.datetime().nullable(),
  previous_orders_count: z.int(),
  order: z.object({ id: z.int(), customer_id: z.int().nullable() }).nullable(),
  /** Filed outside the days that the shop's setting allows. */
  out_of_window: z.boolean(),
  /** Raised by each decision; one that names an older version is refused as `STALE`. */
  version: z.int(),
})

export type Claim = z.output<typeof Claim> &
  Partial<Omit<z.output<typeof AdminClaim>, keyof z.output<typeof Claim>>>

const claimReply = replyByAudience<Claim>({ anonymous: Claim, customer: Claim, admin: AdminClaim })

const Photo = z
  .string()
  .max(300)
  .nullish()
  .transform((address) => address ?? '')

export const ClaimRequest = z.object({
  purchase_type: z.enum(['with-order', 'without-order']).default('without-order'),
  order_id: JsonId.nullish(),
  product_id: JsonId.nullish(),
  use_authenticated_user: z.boolean().optional(),
  name: line(NAME_LENGTH, 'El nombre').optional(),
  email: Email.optional(),
  order_number: z.union([z.int().transform(String), line(40, 'El número de pedido')]).nullish(),
  purchase_date: Day.optional(),
  germination_date: Day,
  product_name: line(NAME_LENGTH, 'El producto').optional(),
  description: text(DESCRIPTION_LENGTH, 'La descripción').min(
    1,
    'Por favor completa todos los campos requeridos',
  ),
  photo1: Photo,
  photo2: Photo,
  photo3: Photo,
})
export type ClaimRequest = z.output<typeof ClaimRequest>

/** What a form sends is text, and what was left empty is sent as well. */
const formId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Identificador inválido')
  .transform(Number)
  .pipe(JsonId)
const filledOnly = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

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

export const fileClaim = endpoint('POST', '/warranty-claims/', {
  summary:
    'File a warranty claim, with addresses of uploaded photos or, as a form, with the photos themselves: `photos` in order, or `photo1` (Blister), `photo2` (Proceso), `photo3` (Resultado). Honours Idempotency-Key',
  access: 'anyone',
  body: ClaimRequest,
  form: {
    fields: ClaimForm,
    files: ['photos', 'photo1', 'photo2', 'photo3'],
    maxFiles: MAX_CLAIM_PHOTOS,
    maxFileBytes: CLAIM_PHOTO_BYTES,
    orJson: true,
  },
  reply: claimReply,
  status: 201,
})

export const ClaimQuery = PageQuery.extend({
  user: z.enum(['current']).optional().catch(undefined),
  include_user_details: queryFlag,
  status: z.enum(CLAIM_STATUSES).optional().catch(undefined),
  search: queryText(100),
})
export type ClaimQuery = z.output<typeof ClaimQuery>

export const listClaims = endpoint('GET', '/warranty-claims/', {
  summary: 'Own claims with `user=current`; all of them for admins',
  access: 'customer',
  query: ClaimQuery,
  reply: listOf(claimReply),
})

export const countClaims = endpoint('GET', '/warranty-claims/counts/', {
  summary: 'How many claims there are in each state; carries an ETag',
  access: 'admin',
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

/** Null means none. */
const note = (name: string) => z.union([z.null().transform(() => ''), text(NOTES_LENGTH, name)]).optional()

export const ClaimChange = z.object({
  status: z.enum(CLAIM_STATUSES, 'El estado no es válido').optional(),
  admin_notes: note('Las notas'),
  admin_response: note('La respuesta'),
  resolution_details: note('La resolución'),
  /** The version that was decided on. Without it, as older clients send it, the last decision stands. */
  version: z.int().min(1).optional(),
})
export type ClaimChange = z.output<typeof ClaimChange>

export const getClaim = endpoint('GET', '/warranty-claims/:id/', {
  summary: 'One claim: the own one, or any for admins',
  access: 'customer',
  params: IdParams,
  reply: claimReply,
})

export const changeClaim = endpoint('PATCH', '/warranty-claims/:id/', {
  summary:
    'Set the state of a claim and what the shop answers; 409 `STALE` when somebody else did so since `version`',
  access: 'admin',
  params: IdParams,
  body: ClaimChange,
  reply: claimReply,
})
