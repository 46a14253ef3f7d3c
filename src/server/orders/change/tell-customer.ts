import type { MailKind } from '../../../contract/messages/mail-kinds.ts'
import type { Pesos } from '../../../contract/money.ts'
import { MAIL_UNVERIFIED, MAIL_WITHOUT_ACCOUNT } from '../../../contract/orders/order-desk.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import type { OrderMails } from '../../../contract/settings/settings.ts'
import type { OrderRow } from '../../db/tables.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../errors.ts'
import { enqueueMail, enqueueMails, type Letter } from '../../mail/outbox.ts'
import { orderNoteMail } from '../../mail/order-templates.ts'
import { sparing } from '../../mail/sparing.ts'
import type { Mail } from '../../mail/templates.ts'
import { getSettings, shopAddress } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { emailOf } from './change-queries.ts'
import { writeOrderMail } from './order-mails.ts'

/** Automatic mails and their settings. Others are sent on an admin's request. */
const SETTING: Partial<Record<MailKind, keyof OrderMails>> = {
  order_changed: 'mail_changed',
  order_reopened: 'mail_changed',
  order_completed: 'mail_completed',
  order_cancelled: 'mail_cancelled',
  order_paid: 'mail_paid',
  order_refunded: 'mail_paid',
  order_handed: 'mail_handed',
  order_shipped: 'mail_handed',
}

interface Telling {
  kind: MailKind
  /** The admin's choice; undefined falls back to the settings. */
  notify?: boolean | undefined
  /** The total (pesos) before other prices. */
  was?: Pesos | undefined
  /** The acting account, which gets no mail about its own change. */
  by: number
  at: Date
}

/**
 * Mails the customer of an order about a change; resolves to whether a mail was enqueued. Throws 400 when it was
 * requested and the customer cannot be mailed.
 */
export async function tellCustomer(
  tx: Tx,
  shop: Shop,
  order: AdminOrder,
  { kind, notify, was, by, at }: Telling,
): Promise<boolean> {
  if (notify) refuseUnmailable(order, 'notify')
  if (order.customer_id === by || !order.can_mail) return false
  if (!(notify ?? (await isOn(tx, kind)))) return false
  const mail = writeOrderMail(shop.config.publicUrl, order, { kind, since: at, was })
  if (mail) await send(tx, order, { mail, at })
  return mail !== undefined
}

async function isOn(tx: Tx, kind: MailKind): Promise<boolean> {
  const setting = SETTING[kind]
  return setting !== undefined && (await getSettings(tx))[setting]
}

export function kindOfChange(before: OrderRow, { status }: AdminOrder): MailKind {
  if (status === before.status) return 'order_changed'
  return status === 'pending' ? 'order_reopened' : `order_${status}`
}

/** Mails both sides that the customer cancelled the order or removed lines, whatever the settings say. */
export async function tellOwnChange(tx: Tx, shop: Shop, order: AdminOrder, at: Date): Promise<void> {
  const { customer_id: id, customer } = order
  if (id === null) return
  const change = order.status === 'cancelled' ? 'cancelled' : 'changed'
  const origin = shop.config.publicUrl
  const about = { userId: id, orderId: order.id, at }
  const letters: Letter[] = []
  const own = writeOrderMail(origin, order, { kind: `order_${change}_own`, since: at })
  if (own && order.can_mail) letters.push({ ...about, to: (await emailOf(tx, id)).email, ...own })
  const to = shopAddress(await getSettings(tx))
  const news = writeOrderMail(origin, order, { kind: `order_${change}_shop`, since: at })
  if (news && to !== '') letters.push({ ...about, to, replyTo: order.customer_email, ...news })
  await enqueueMails(tx, sparing(shop, { id, username: customer?.username ?? '' }, letters))
}

/** Mails that the reservation ends soon, or that it ended and the order is cancelled. No setting turns them off. */
export async function tellOfExpiry(
  tx: Tx,
  shop: Shop,
  order: AdminOrder,
  { kind, at }: { kind: 'order_expiring' | 'order_expired'; at: Date },
): Promise<void> {
  const mail = writeOrderMail(shop.config.publicUrl, order, { kind, since: at })
  if (mail && order.can_mail) await send(tx, order, { mail, at })
}

export function tellNote(
  tx: Tx,
  shop: Shop,
  { order, text, noteId, at }: { order: AdminOrder; text: string; noteId: number; at: Date },
): Promise<void> {
  return send(tx, order, { mail: orderNoteMail(shop.config.publicUrl, order, text), noteId, at })
}

/** Checks a mail requested by an admin. Throws 400 under `field`. */
export function refuseUnmailable({ can_mail, customer_id }: AdminOrder, field: string): void {
  if (can_mail) return
  throw invalid({ [field]: [customer_id === null ? MAIL_WITHOUT_ACCOUNT : MAIL_UNVERIFIED] })
}

interface Sending {
  mail: Mail
  noteId?: number
  at: Date
}

/** Sends to the account's current address only, as mails contain prices. */
async function send(tx: Tx, order: AdminOrder, { mail, noteId, at }: Sending): Promise<void> {
  if (order.customer_id === null) return
  const { email } = await emailOf(tx, order.customer_id)
  const about = { userId: order.customer_id, orderId: order.id, ...(noteId && { noteId }) }
  await enqueueMail(tx, { to: email, ...about, ...mail, at })
}
