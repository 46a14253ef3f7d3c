import type { MailKind } from '../../../contract/messages/mail-kinds.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import * as mails from '../../mail/order-templates.ts'
import type { Mail, Origin } from '../../mail/templates.ts'

type Writing = (origin: Origin, order: AdminOrder) => Mail | undefined

/** A mail that is only true while the order has this state. */
function ofStatus(status: AdminOrder['status'], write: Writing): Writing {
  return (origin, order) => (order.status === status ? write(origin, order) : undefined)
}

function ofDelivery(wanted: AdminOrder['handed_how'] | 'prepared'): Writing {
  return (origin, order) => {
    const now = order.handed_how ?? (order.delivery_state === 'prepared' ? 'prepared' : null)
    return now === wanted ? mails.orderDeliveryMail(origin, order) : undefined
  }
}

function ofMoney(kind: 'payment' | 'refund'): Writing {
  return (origin, order) => {
    const last = order.payments.findLast((payment) => payment.kind === kind && payment.voided_at === null)
    return last && mails.orderMoneyMail(origin, order, last)
  }
}

const WRITING: Partial<Record<MailKind, Writing>> = {
  order_placed: mails.orderMailToCustomer,
  order_placed_shop: mails.orderMailToShop,
  order_noted: mails.orderNotedMail,
  order_changed: (origin, order) => mails.orderChangedMail(origin, order, 'changed'),
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
 * The mail of this kind about an order in its current state; undefined if it would not be true. Notes have their own
 * text.
 */
export function writeOrderMail(origin: Origin, order: AdminOrder, kind: MailKind): Mail | undefined {
  return WRITING[kind]?.(origin, order)
}
