import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, pagesOf, reply } from '../endpoint.ts'
import {
  ORDER_NUMBER,
  ORDER_NUMBER_LENGTH,
  REGRET_ANSWER_LENGTH,
  REGRET_REASON_LENGTH,
  REGRET_STATUSES,
} from './regret-rules.ts'
import {
  Email,
  IdParams,
  line,
  orNone,
  PageQuery,
  requiredLine,
  RequiredName,
  STATUS_INVALID,
  text,
} from '../text.ts'

/** `website` is a trap: people do not see the field, so only machines fill it. */
export const RegretRequest = z.object({
  name: RequiredName,
  email: Email,
  order_number: z.union([z.int().transform(String), requiredLine(ORDER_NUMBER_LENGTH, ORDER_NUMBER)]),
  phone: orNone(line(40, 'El teléfono')),
  reason: orNone(text(REGRET_REASON_LENGTH, 'El motivo')),
  website: z.string().max(300).optional(),
})
export type RegretRequest = z.output<typeof RegretRequest>

const FiledRegret = z.object({ code: z.string(), received_at: z.iso.datetime() })

/** The same answer whether the order exists or not. IDEMPOTENCY_MISMATCH. */
export const fileRegret = endpoint(calls.fileRegret, {
  summary: 'Withdraw from a purchase, with an account or without. Honours Idempotency-Key',
  access: 'anyone',
  body: RegretRequest,
  reply: reply(FiledRegret),
  status: 201,
})

/**
 * A request for admins. `order` is set only if the sender was signed in and the order is theirs: a visitor's input
 * is not trusted.
 */
export const Regret = z.object({
  id: z.int(),
  code: z.string(),
  status: z.enum(REGRET_STATUSES),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  order_number: z.string(),
  reason: z.string(),
  user_id: z.int().nullable(),
  order: z.object({ id: z.int(), created_at: z.iso.datetime() }).nullable(),
  /** More than ten days after the order. */
  is_late: z.boolean(),
  answer: z.string(),
  received_at: z.iso.datetime(),
  answered_at: z.iso.datetime().nullable(),
  /** Raised by each change; a change of an older version is refused as `STALE`. */
  version: z.int(),
})
export type Regret = z.output<typeof Regret>

const RegretQuery = PageQuery.extend({
  status: z.enum(REGRET_STATUSES).optional().catch(undefined),
})

/** Newest first; carries an ETag. */
export const listRegrets = endpoint(calls.listRegrets, {
  summary: 'Requests to withdraw from a purchase, newest first',
  access: 'admin',
  needs: 'claims_read',
  query: RegretQuery,
  reply: pagesOf(reply(Regret)),
})

export const getRegret = endpoint(calls.getRegret, {
  summary: 'One request to withdraw from a purchase',
  access: 'admin',
  needs: 'claims_read',
  params: IdParams,
  reply: reply(Regret),
})

/** A missing field stays unchanged. */
const RegretChange = z.object({
  status: z.enum(REGRET_STATUSES, STATUS_INVALID).optional(),
  answer: text(REGRET_ANSWER_LENGTH, 'La respuesta').optional(),
  version: z.int().min(1).optional(),
})

/** STALE when it was changed since `version`. Mails the change to the person. */
export const changeRegret = endpoint(calls.changeRegret, {
  summary: 'Set the state of a request and answer it; 409 `STALE` when it was changed since `version`',
  access: 'admin',
  needs: 'claims_write',
  params: IdParams,
  body: RegretChange,
  reply: reply(Regret),
})
