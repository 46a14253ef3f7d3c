import type { MailKind } from '../../../contract/messages/mail-kinds.ts'
import type { Pesos } from '../../../contract/money.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import * as mails from '../../mail/order-templates.ts'
import type { Mail, Origin } from '../../mail/templates.ts'

/** `was`: the total (pesos) before the prices changed. */
type Writing = (origin: Origin, order: AdminOrder, since: Date, was?: Pesos) => Mail | undefined

/** A mail that is only true while the order has this state. */
function ofStatus(status: AdminOrder['status'], write: Writing): Writing {
  return (origin, order, since) => (order.status === status ? write(origin, order, since) : undefined)
}

/** Before the handover, as the mail says that goods are reserved and nothing is to be paid yet. */
function ofReserved(write: Writing): Writing {
  return ofStatus('pending', (origin, order, since) =>
    order.delivery_state === 'handed' ? undefined : write(origin, order, since),
  )
}

function ofDelivery(wanted: AdminOrder['handed_how'] | 'prepared'): Writing {
  return (origin, order) => {
    const now = order.handed_how ?? (order.delivery_state === 'prepared' ? 'prepared' : null)
    return now === wanted ? mails.orderDeliveryMail(origin, order) : undefined
  }
}

/** The payment that was recorded with the mail. */
function ofMoney(kind: 'payment' | 'refund'): Writing {
  return (origin, order, since) => {
    const noted = order.payments.findLast(
      (payment) =>
        payment.kind === kind && payment.voided_at === null && payment.created_at === since.toISOString(),
    )
    return noted && mails.orderMoneyMail(origin, order, noted)
  }
}

const WRITING: Partial<Record<MailKind, Writing>> = {
  order_placed: ofReserved(mails.orderMailToCustomer),
  order_placed_shop: ofStatus('pending', mails.orderMailToShop),
  order_noted: (origin, order) =>
    order.status === 'cancelled' ? undefined : mails.orderNotedMail(origin, order),
  order_changed: (origin, order, _since, was) => mails.orderChangedMail(origin, order, 'changed', was),
  order_changed_own: (origin, order) =>
    order.status === 'cancelled' ? undefined : mails.orderChangedMail(origin, order, 'changed own'),
  order_changed_shop: (origin, order) =>
    order.status === 'cancelled' ? undefined : mails.orderNewsToShop(origin, order, 'order_changed_shop'),
  order_cancelled_own: ofStatus('cancelled', (origin, order) =>
    mails.orderChangedMail(origin, order, 'cancelled own'),
  ),
  order_cancelled_shop: ofStatus('cancelled', (origin, order) =>
    mails.orderNewsToShop(origin, order, 'order_cancelled_shop'),
  ),
  order_completed: ofStatus('completed', (origin, order) =>
    mails.orderChangedMail(origin, order, 'completed'),
  ),
  order_cancelled: ofStatus('cancelled', (origin, order) =>
    mails.orderChangedMail(origin, order, 'cancelled'),
  ),
  order_reopened: ofStatus('pending', (origin, order) => mails.orderChangedMail(origin, order, 'pending')),
  order_expiring: (origin, order) =>
    order.expires_at === null ? undefined : mails.orderExpiringMail(origin, order),
  order_expired: ofStatus('cancelled', mails.orderExpiredMail),
  order_prepared: ofDelivery('prepared'),
  order_handed: ofDelivery('in_person'),
  order_shipped: ofDelivery('shipped'),
  order_paid: ofMoney('payment'),
  order_refunded: ofMoney('refund'),
}

/**
 * The mail of this kind about an order in its current state; undefined if it would not be true. `since` is the time of
 * the change that it is about. Notes have their own text.
 */
export function writeOrderMail(
  origin: Origin,
  order: AdminOrder,
  { kind, since, was }: { kind: MailKind; since: Date; was?: Pesos | undefined },
): Mail | undefined {
  return WRITING[kind]?.(origin, order, since, was)
}
