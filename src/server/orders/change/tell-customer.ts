import type { AdminOrder } from '../../../contract/orders/orders.ts'
import type { OrderRow } from '../../db/tables.ts'
import type { Tx } from '../../db/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import {
  orderChangedMail,
  orderDeliveryMail,
  orderExpiredMail,
  orderExpiringMail,
  orderNotedMail,
  orderNoteMail,
} from '../../mail/order-templates.ts'
import type { Mail } from '../../mail/templates.ts'
import type { Shop } from '../../shop.ts'
import { emailOf } from './change-queries.ts'

/** That the shop changed the order. */
export function tellCustomer(
  tx: Tx,
  shop: Shop,
  { order, changed, at }: { order: OrderRow; changed: AdminOrder; at: Date },
): Promise<void> {
  const status = changed.status === order.status ? undefined : changed.status
  return tell(tx, changed, { mail: orderChangedMail(shop.config.publicUrl, changed, { status }), at })
}

/** That the order is prepared, handed over or on its way. */
export function tellDelivery(tx: Tx, shop: Shop, order: AdminOrder, at: Date): Promise<void> {
  return tell(tx, order, { mail: orderDeliveryMail(shop.config.publicUrl, order), at })
}

/** That the shop noted an order for the account. */
export function tellNoted(tx: Tx, shop: Shop, order: AdminOrder, at: Date): Promise<void> {
  return tell(tx, order, { mail: orderNotedMail(shop.config.publicUrl, order), at })
}

/** That the reservation ends soon. */
export function tellExpiring(tx: Tx, shop: Shop, order: AdminOrder, at: Date): Promise<void> {
  return tell(tx, order, { mail: orderExpiringMail(shop.config.publicUrl, order), at })
}

/** That the reservation is over, and the order cancelled. */
export function tellExpired(tx: Tx, shop: Shop, order: AdminOrder, at: Date): Promise<void> {
  return tell(tx, order, { mail: orderExpiredMail(shop.config.publicUrl, order), at })
}

/** What the shop wrote. */
export function tellNote(
  tx: Tx,
  shop: Shop,
  { order, text, noteId, at }: { order: AdminOrder; text: string; noteId: number; at: Date },
): Promise<void> {
  return tell(tx, order, { mail: orderNoteMail(shop.config.publicUrl, order, text), noteId, at })
}

interface News {
  mail: Mail
  noteId?: number
  at: Date
}

/** To the address that the account has today, as mails hold prices; not without an account. */
async function tell(tx: Tx, order: AdminOrder, { mail, noteId, at }: News): Promise<void> {
  if (order.customer_id === null) return
  const { email } = await emailOf(tx, order.customer_id)
  const about = { userId: order.customer_id, orderId: order.id, ...(noteId && { noteId }) }
  await enqueueMail(tx, { to: email, ...about, ...mail, at })
}
