import { z } from 'zod'
import { TEMPLATE_KEYS } from '../messages/templates.ts'
import { PAYMENT_KINDS, PAYMENT_METHODS } from './order-desk.ts'

/** Records of an order in answers: payments, notes, history. */

/** A payment or a refund, in pesos; `paid_on` is a day of Buenos Aires. `user` is null once the account is deleted. */
export const OrderPayment = z.object({
  id: z.int(),
  kind: z.enum(PAYMENT_KINDS),
  kind_display: z.string(),
  amount: z.number(),
  method: z.enum(PAYMENT_METHODS),
  method_display: z.string(),
  paid_on: z.iso.date(),
  reference: z.string(),
  user: z.string().nullable(),
  created_at: z.iso.datetime(),
  voided_at: z.iso.datetime().nullable(),
  void_reason: z.string(),
})
export type OrderPayment = z.output<typeof OrderPayment>

/** A note that the customer sees. */
export const VisibleNote = z.object({ id: z.int(), text: z.string(), created_at: z.iso.datetime() })

/**
 * An entry of an order's history. `user` is 'Sistema' for automatic changes and deleted accounts. `changes` as in the
 * activity log; `mail_state` for mails and mailed notes.
 */
export const TimelineEntry = z.object({
  kind: z.enum(['activity', 'note', 'mail', 'contact']),
  id: z.int(),
  at: z.iso.datetime(),
  user: z.string(),
  text: z.string(),
  /** Notes only: the customer sees it. */
  visible: z.boolean(),
  mail_state: z.enum(['waiting', 'sent', 'failed']).nullable(),
  /** Contacts only: the message it was started from. */
  template: z.enum(TEMPLATE_KEYS).nullable(),
  changes: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>
