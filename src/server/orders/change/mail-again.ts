import { type MailKind, ORDER_KINDS_TO_SHOP } from '../../../contract/messages/mail-kinds.ts'
import type { Tx } from '../../db/transaction.ts'
import { orderNoteMail } from '../../mail/order-templates.ts'
import type { Addressed } from '../../mail/outbox.ts'
import { getSettings, shopAddress } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { findNote } from '../notes/note-queries.ts'
import { findOrder } from '../queries.ts'
import { emailOf } from './change-queries.ts'
import { writeOrderMail } from './order-mails.ts'

interface About {
  kind: MailKind
  orderId: number
  noteId: number | null
  /** The time of its first sending. */
  since: Date
}

/** Rewrites a mail about an order, to the current address. Undefined if it is no longer true or has no recipient. */
export async function orderMailAgain(
  tx: Tx,
  shop: Shop,
  { kind, orderId, noteId, since }: About,
): Promise<Addressed | undefined> {
  const order = await findOrder(tx, orderId, shop.now())
  if (!order) return undefined
  const origin = shop.config.publicUrl
  const note = noteId === null ? undefined : await findNote(tx, noteId)
  const mail =
    kind === 'order_note'
      ? note && orderNoteMail(origin, order, note)
      : writeOrderMail(origin, order, { kind, since })
  if (!mail) return undefined
  const { customer_id: userId } = order
  if (ORDER_KINDS_TO_SHOP.includes(kind)) {
    const to = shopAddress(await getSettings(tx))
    return to === '' ? undefined : { to, userId, replyTo: order.customer_email || undefined, mail }
  }
  if (userId === null || !order.can_mail) return undefined
  return { to: (await emailOf(tx, userId)).email, userId, mail }
}
