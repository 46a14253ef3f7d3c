import { z } from 'zod'
import { TEMPLATE_KEYS } from '../messages/templates.ts'
import { PAYMENT_KINDS, PAYMENT_METHODS } from './order-desk.ts'

/** What the shop has noted about an order, as it is answered. */

/** A payment or a refund, in pesos; `paid_on` is a day of Buenos Aires. `user` is null once the account is gone. */
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

/** What the shop wrote to the customer of an order. */
export const VisibleNote = z.object({ id: z.int(), text: z.string(), created_at: z.iso.datetime() })

/**
 * An entry of what happened with an order. `user` is 'Sistema' when nobody was signed in or the account is gone. `changes` as
 * in the activity log; `mail_state`
 * of mails, and of notes that were mailed.
 */
export const TimelineEntry = z.object({
  kind: z.enum(['activity', 'note', 'mail', 'contact']),
  id: z.int(),
  at: z.iso.datetime(),
  user: z.string(),
  text: z.string(),
  /** Of notes: the customer sees it. */
  visible: z.boolean(),
  mail_state: z.enum(['waiting', 'sent', 'failed']).nullable(),
  /** Of contacts: the message that it began with. */
  template: z.enum(TEMPLATE_KEYS).nullable(),
  changes: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>
