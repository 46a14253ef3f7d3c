import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, Nothing, reply } from '../endpoint.ts'
import { IdParams, PageQuery, queryId } from '../text.ts'
import { MAIL_KIND_LABEL, MAIL_STATES, type MailKind } from './mail-kinds.ts'

const MailKinds = z.enum(Object.keys(MAIL_KIND_LABEL) as [MailKind, ...MailKind[]]) // safe: its keys

/** A mail without its text, which may hold a secret. */
const SentMail = z.object({
  id: z.int(),
  /** Null for mails from before kinds were stored. */
  kind: MailKinds.nullable(),
  kind_display: z.string(),
  recipient: z.string(),
  subject: z.string(),
  order_id: z.int().nullable(),
  claim_id: z.int().nullable(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  created_at: z.iso.datetime(),
  /** When it was sent or failed for good; null while it waits. */
  done_at: z.iso.datetime().nullable(),
  /** The next attempt of a waiting mail. */
  next_attempt_at: z.iso.datetime().nullable(),
  /** The last response of the mail server, with masked addresses. */
  error: z.string(),
  /** A failed mail that an admin marked as dealt with. */
  is_settled: z.boolean(),
  /** A copy of an earlier mail. */
  is_resend: z.boolean(),
  can_retry: z.boolean(),
  can_resend: z.boolean(),
})
export type SentMail = z.output<typeof SentMail>

const MailQuery = PageQuery.extend({
  state: z.enum(MAIL_STATES).optional().catch(undefined),
  order_id: queryId,
})

/** Newest first. `counts.failed` leaves out those marked as dealt with. Sent mails are kept for 30 days. */
export const listMails = endpoint(calls.listMails, {
  summary: 'Waiting, sent or failed mails; counts stop at 5,000; carries an ETag',
  access: 'admin',
  needs: 'orders_read',
  query: MailQuery,
  reply: reply(
    z.object({
      results: z.array(SentMail),
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      counts: z.object({ waiting: z.int(), sent: z.int(), failed: z.int() }),
      /** No mail server is set: each mail is written to a file. */
      to_files: z.boolean(),
    }),
  ),
})

/** CONFLICT for one that has not failed, for codes, and when the account of an order has another address now. */
export const retryMail = endpoint(calls.retryMail, {
  summary: 'Retry a failed mail, unchanged',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

/** CONFLICT for a waiting mail, a code, or a mail that is no longer true; LIMIT_REACHED after three a day. */
export const resendMail = endpoint(calls.resendMail, {
  summary:
    'Send an updated mail about the same order, claim or withdrawal to the current address. Honours Idempotency-Key',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

/** CONFLICT for one that has not failed. */
export const settleMail = endpoint(calls.settleMail, {
  summary: 'Mark a failed mail as dealt with',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})
