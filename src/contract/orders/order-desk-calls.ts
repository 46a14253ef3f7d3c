import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, Nothing, reply } from '../endpoint.ts'
import { HandingFields, isSentOrBare, NOT_SENT } from './handing.ts'
import { TimelineEntry } from './order-parts.ts'
import {
  AMOUNT,
  CONTACT_CHANNELS,
  DELIVERY_STATES,
  DUE_WITHOUT_METHOD,
  HOW_REQUIRED,
  LINE_DISCOUNT,
  lineDiscountError,
  METHOD_INVALID,
  NOTE,
  NOTE_LENGTH,
  NOTE_NOT_VISIBLE,
  paidError,
  PAYMENT_KINDS,
  PAYMENT_METHODS,
  PRICE_OR_DISCOUNT,
  PRICE_REASON_LENGTH,
  REFERENCE_LENGTH,
  TIMELINE_LENGTH,
  VOID_REASON,
  VOID_REASON_LENGTH,
} from './order-desk.ts'
import { TEMPLATE_KEYS } from '../messages/templates.ts'
import { adminOrderReply, PriceOfLine } from './orders.ts'
import { missing } from '../sentences.ts'
import {
  Day,
  Flag,
  Id,
  IdParams,
  line,
  numeric,
  orNone,
  refusedBy,
  requiredLine,
  STATUS_INVALID,
  text,
} from '../text.ts'

// ---- Payments --------------------------------------------------------------------------------------------------

const Method = z.enum(PAYMENT_METHODS, METHOD_INVALID)

/** Pesos, with at most two decimals. */
const Amount = numeric(AMOUNT, (number) => number.superRefine(refusedBy(paidError)))

/**
 * Whether to mail the customer; the settings decide by default. `true` is refused for a customer without a verified
 * e-mail.
 */
const Notify = Flag.optional()

/** An amount paid or given back. `paid_on` is a day of Buenos Aires, not in the future. */
export const NewPayment = z.object({
  kind: z.enum(PAYMENT_KINDS, 'El tipo debe ser pago o devolución').default('payment'),
  amount: Amount,
  method: Method,
  paid_on: Day,
  reference: orNone(line(REFERENCE_LENGTH, 'La referencia')),
  notify: Notify,
})
export type NewPayment = z.output<typeof NewPayment>

/** CONFLICT for a refund above the amount paid. A repeated Idempotency-Key records nothing more. */
export const addPayment = endpoint(calls.addPayment, {
  summary: 'Record a payment or a refund made outside the shop. Honours Idempotency-Key',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  body: NewPayment,
  reply: adminOrderReply,
  status: 201,
})

const VoidReason = z.object({ reason: requiredLine(VOID_REASON_LENGTH, VOID_REASON) })

/** CONFLICT when it is void already, or when refunds would exceed the remaining payments. */
export const voidPayment = endpoint(calls.voidPayment, {
  summary: 'Void a recorded payment, once; it stays in the history',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams.extend({ payment: Id }),
  body: VoidReason,
  reply: adminOrderReply,
})

const Agreement = z
  .object({ method: Method.nullable(), due_on: Day.nullish().transform((day) => day ?? null) })
  .refine(({ method, due_on }) => method !== null || due_on === null, {
    path: ['due_on'],
    error: DUE_WITHOUT_METHOD,
  })
export type Agreement = z.output<typeof Agreement>

export const agreePayment = endpoint(calls.agreePayment, {
  summary: 'Record the agreed payment method and due date; `method` null removes them',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  body: Agreement,
  reply: adminOrderReply,
})

// ---- Prices of lines -------------------------------------------------------------------------------------------

const Discount = numeric(LINE_DISCOUNT, (number) => number.superRefine(refusedBy(lineDiscountError)))

const LinePrice = z
  .object({
    /** 0 for a gift. */
    price_at_time: PriceOfLine.optional(),
    /** Percent off the line's current price. */
    discount: Discount.optional(),
    reason: requiredLine(PRICE_REASON_LENGTH, VOID_REASON),
    version: z.int('Falta la versión del pedido').min(1),
  })
  .refine(({ price_at_time, discount }) => (price_at_time === undefined) !== (discount === undefined), {
    path: ['price_at_time'],
    error: PRICE_OR_DISCOUNT,
  })
export type LinePrice = z.output<typeof LinePrice>

/**
 * STALE when `version` is older than the order's; CONFLICT when it is cancelled. A repeated Idempotency-Key changes
 * nothing more.
 */
export const setLinePrice = endpoint(calls.setLinePrice, {
  summary: 'Change the price of an order line, with a reason; mails the customer. Honours Idempotency-Key',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams.extend({ line: Id }),
  body: LinePrice,
  reply: adminOrderReply,
})

// ---- Delivery --------------------------------------------------------------------------------------------------

const Delivery = z
  .object({
    state: z.enum(DELIVERY_STATES, STATUS_INVALID),
    /** `how` is required with `handed`. */
    ...HandingFields,
    /** The state that the caller saw; STALE if it changed since. */
    was: z.enum(DELIVERY_STATES, STATUS_INVALID).optional(),
    /** Completes the order too. */
    complete: Flag.default(false),
    notify: Notify,
  })
  .refine(({ state, how }) => state !== 'handed' || how !== undefined, { path: ['how'], error: HOW_REQUIRED })
  .refine(({ state, ...sent }) => state === 'handed' || isSentOrBare({ ...sent, how: undefined }), NOT_SENT)
  .refine(isSentOrBare, NOT_SENT)
export type Delivery = z.output<typeof Delivery>

/**
 * CONFLICT when the order is cancelled; STALE; CONFIRM when units of lots on hold would leave without `with_held`. Going
 * back is allowed. A repeated Idempotency-Key mails nothing more.
 */
export const markDelivery = endpoint(calls.markDelivery, {
  summary:
    'Mark an order as not prepared, prepared, or handed over; `complete` completes it, `notify` decides whether the customer is mailed. Honours Idempotency-Key',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  body: Delivery,
  reply: adminOrderReply,
})

// ---- Reservation expiry ----------------------------------------------------------------------------------------

const Expiry = z.object({ expires_on: Day.nullable() })

/** `expires_on` is the last day of the reservation, null for one without end. CONFLICT for an order that does not expire. */
export const setExpiry = endpoint(calls.setExpiry, {
  summary: 'Extend the reservation of an order, or remove its end',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  body: Expiry,
  reply: adminOrderReply,
})

// ---- Notes -----------------------------------------------------------------------------------------------------

const NewNote = z
  .object({
    text: text(NOTE_LENGTH, NOTE).min(1, missing(NOTE)),
    /** For the customer too. */
    visible: Flag.default(false),
    send_mail: Flag.default(false),
  })
  .refine(({ visible, send_mail }) => visible || !send_mail, { path: ['send_mail'], error: NOTE_NOT_VISIBLE })

export const addNote = endpoint(calls.addNote, {
  summary: 'Add a note to an order, internal unless `visible`. Honours Idempotency-Key',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  body: NewNote,
  reply: adminOrderReply,
  status: 201,
})

/** CONFLICT for a note that was mailed. */
export const deleteNote = endpoint(calls.deleteNote, {
  summary: 'Remove a note that was not mailed',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams.extend({ note: Id }),
  reply: reply(Nothing),
  status: 204,
})

/** The `before` of the previous page. */
const TimelineQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}\.[0-3]\.\d{1,15}$/)
    .optional()
    .catch(undefined),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, TIMELINE_LENGTH))
    .catch(TIMELINE_LENGTH),
})
export type TimelineQuery = z.output<typeof TimelineQuery>

/** Newest first; `before` is null at the end. */
export const getTimeline = endpoint(calls.getTimeline, {
  summary: 'The history of an order: changes, notes, mails and contacts; carries an ETag',
  access: 'admin',
  needs: 'orders_read',
  params: IdParams,
  query: TimelineQuery,
  reply: reply(z.object({ results: z.array(TimelineEntry), before: z.string().nullable() })),
})

/** A contact is recorded without its text; `template` names the message it was started from. */
const Contact = z.object({
  channel: z.enum(CONTACT_CHANNELS, 'El medio no es válido'),
  template: z.enum(TEMPLATE_KEYS, 'El mensaje no existe').optional(),
})
export type Contact = z.output<typeof Contact>

export const noteContact = endpoint(calls.noteContact, {
  summary:
    'Record that a chat, a mail or a call to the customer was opened, or a message copied. Honours Idempotency-Key',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  body: Contact,
  reply: reply(Nothing),
  status: 204,
})
