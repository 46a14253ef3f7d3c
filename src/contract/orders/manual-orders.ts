import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint } from '../endpoint.ts'
import { NewPayment } from './order-desk-calls.ts'
import { PriceOfLine } from './orders.ts'
import {
  CARRIER_LENGTH,
  COMPLETE_WITHOUT_HANDING,
  CUSTOMER_OR_GUEST,
  HANDING_WAYS,
  HOW_REQUIRED,
  MAIL_WITHOUT_ACCOUNT,
  MANUAL_CHANNELS,
  NOTE,
  NOTE_LENGTH,
  NOT_SHIPPED,
  TRACKING_LENGTH,
} from './order-desk.ts'
import { adminOrderReply, newLines, OrderItem, refusedPrices } from './orders.ts'
import { Phone, RecipientName } from './recipient-fields.ts'
import { ADDRESS_LENGTH } from '../limits.ts'
import { DELIVERY_REQUIRED, type DeliveryType, notedAddressError } from './recipient.ts'
import { Flag, JsonId, line, OptionalEmail, orEmpty, orNone, text } from '../text.ts'

/** Without `price_at_time` (pesos) the line has today's price. Other prices are refused. */
const ManualLine = OrderItem.extend({
  price_at_time: PriceOfLine.optional(),
  ...refusedPrices('El precio de un producto se manda en price_at_time'),
})

/** A person without an account. */
const Guest = z.object({
  name: RecipientName,
  phone: orEmpty(Phone).default(''),
  email: OptionalEmail.default(''),
})

/** Not limited by the setting `address_delivery`. */
export const NotedDelivery = {
  delivery_type: z.enum(['coordinate', 'address'], DELIVERY_REQUIRED).default('coordinate'),
  shipping_address: orNone(line(ADDRESS_LENGTH, 'La dirección')),
}

export function refuseAddress(
  { delivery_type, shipping_address }: { delivery_type: DeliveryType; shipping_address: string },
  context: z.RefinementCtx,
): void {
  const message = notedAddressError(delivery_type, shipping_address)
  if (message) context.addIssue({ code: 'custom', path: ['shipping_address'], message })
}

/** An order entered by the shop: taken by phone, in a chat or at a fair. */
export const ManualOrder = z
  .object({
    customer_id: JsonId.optional(),
    guest: Guest.optional(),
    channel: z.enum(MANUAL_CHANNELS, 'El canal no es válido'),
    lines: newLines(ManualLine),
    /** Internal. */
    note: orNone(text(NOTE_LENGTH, NOTE)),
    /** Paid on the day of the order by default: a retry after midnight is the same request. */
    payment: NewPayment.omit({ kind: true, notify: true }).partial({ paid_on: true }).optional(),
    ...NotedDelivery,
    handed: z.enum(HANDING_WAYS, HOW_REQUIRED).optional(),
    carrier: orNone(line(CARRIER_LENGTH, 'El transporte')),
    tracking: orNone(line(TRACKING_LENGTH, 'El seguimiento')),
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
  .superRefine(refuseAddress)
  .refine(({ handed, carrier, tracking }) => handed === 'shipped' || `${carrier}${tracking}` === '', {
    path: ['tracking'],
    error: NOT_SHIPPED,
  })
  .refine(({ handed, complete }) => handed !== undefined || !complete, {
    path: ['complete'],
    error: COMPLETE_WITHOUT_HANDING,
  })
export type ManualOrder = z.output<typeof ManualOrder>

/**
 * OUT_OF_STOCK with `lines`; WITHOUT_PRICE. Hidden products can be sold, removed ones cannot. The setting
 * `max_pending_orders` and `max_pending_units` do not apply. A repeated Idempotency-Key creates nothing more.
 */
export const placeManualOrder = endpoint(calls.placeManualOrder, {
  summary: 'Enter an order for an account or a guest, with its payment and handover. Honours Idempotency-Key',
  access: 'admin',
  needs: 'orders_write',
  body: ManualOrder,
  reply: adminOrderReply,
  status: 201,
})
