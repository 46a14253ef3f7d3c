import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { NewPayment, PriceOfLine } from './order-desk-calls.ts'
import {
  COMPLETE_WITHOUT_HANDING,
  CUSTOMER_OR_GUEST,
  HANDING_WAYS,
  HOW_REQUIRED,
  MAIL_WITHOUT_ACCOUNT,
  MANUAL_CHANNELS,
  NOTE,
  NOTE_LENGTH,
} from './order-desk.ts'
import { adminOrderReply, newLines, OrderItem, Phone, RecipientName } from './orders.ts'
import { Flag, JsonId, OptionalEmail, text } from '../text.ts'

/** Without `price_at_time` (pesos) the line costs what the presentation costs today. */
const ManualLine = OrderItem.extend({ price_at_time: PriceOfLine.optional() })

/** Somebody without an account. */
const Guest = z.object({
  name: RecipientName,
  phone: z.union([z.literal(''), Phone]).default(''),
  email: OptionalEmail.default(''),
})

/** An order that the shop notes itself: taken by phone, in a chat or at a fair. */
const ManualOrder = z
  .object({
    customer_id: JsonId.optional(),
    guest: Guest.optional(),
    channel: z.enum(MANUAL_CHANNELS, 'El canal no es válido'),
    lines: newLines(ManualLine),
    /** Internal. */
    note: text(NOTE_LENGTH, NOTE).default(''),
    payment: NewPayment.omit({ kind: true, notify: true }).optional(),
    handed: z.enum(HANDING_WAYS, HOW_REQUIRED).optional(),
    complete: Flag.default(false),
    /** Mails it to the account, whose e-mail must be verified. */
    send_mail: Flag.default(false),
  })
  .refine(({ customer_id, guest }) => (customer_id === undefined) !== (guest === undefined), {
    path: ['customer_id'],
    error: CUSTOMER_OR_GUEST,
  })
  .refine(({ guest, send_mail }) => guest === undefined || !send_mail, {
    path: ['send_mail'],
    error: MAIL_WITHOUT_ACCOUNT,
  })
  .refine(({ handed, complete }) => handed !== undefined || !complete, {
    path: ['complete'],
    error: COMPLETE_WITHOUT_HANDING,
  })
export type ManualOrder = z.output<typeof ManualOrder>

/**
 * OUT_OF_STOCK with `lines`; WITHOUT_PRICE. Hidden products can be sold, removed ones cannot. The setting
 * `max_pending_orders` does not apply. A repeated Idempotency-Key notes nothing more.
 */
export const placeManualOrder = endpoint('POST', '/orders/manual/', {
  summary:
    'Note an order for an account or for somebody without one, with its payment and its handing over. Honours Idempotency-Key',
  access: 'admin',
  needs: 'orders_write',
  body: ManualOrder,
  reply: adminOrderReply,
  status: 201,
})
