import { dayOf } from '../../days.ts'
import type * as manual from '../../../contract/orders/manual-orders.ts'
import type { ManualOrder } from '../../../contract/orders/manual-orders.ts'
import { paidOnError } from '../../../contract/orders/order-desk.ts'
import { onceBy } from '../../db/idempotency.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, invalid } from '../../errors.ts'
import type { SessionUser } from '../../http/caller.ts'
import type { InputOf } from '../../http/input.ts'
import { changeOrderIn } from '../change/change-order.ts'
import { mark } from '../delivery/delivery.ts'
import { insertNote } from '../notes/note-queries.ts'
import { holdOrder, readOrder } from '../held-order.ts'
import { notePayment } from '../payments/payments.ts'
import { placeNoted, recipientOf } from './noted-order.ts'
import { refuseUnmailable, tellCustomer } from '../change/tell-customer.ts'

type By = Pick<SessionUser, 'id' | 'isAdmin'>

/**
 * Enters an order on behalf of a customer, with its stock, payment and handover, all or nothing. A repeated key
 * answers the current order. Refusals: 400 for removed goods, an unknown account, a mail to an unverified one or a
 * future day, 409 `OUT_OF_STOCK` or `WITHOUT_PRICE`.
 */
export function placeManualOrder({
  shop,
  user: admin,
  body: request,
  key,
}: InputOf<typeof manual.placeManualOrder>) {
  const at = shop.now()
  const wrongDay = request.payment?.paid_on && paidOnError(request.payment.paid_on, dayOf(at))
  if (wrongDay) throw invalid({ 'payment.paid_on': [wrongDay] })
  const keyed = { key, request: ['placeManualOrder', request], at }
  return inTransaction(shop.database, async (tx) => {
    const { id } = await onceBy(tx, admin.id, keyed, async () => {
      const recipient = await recipientOf(tx, request)
      const placed = await placeNoted(tx, { ...request, recipient }, { by: admin.id, at })
      await noteAll(tx, placed, request, { by: admin, at })
      if (request.send_mail) {
        const order = await readOrder(tx, placed, at)
        refuseUnmailable(order, 'send_mail')
        await tellCustomer(tx, shop, order, { kind: 'order_noted', notify: true, by: admin.id, at })
      }
      return { id: placed }
    })
    return readOrder(tx, id, at)
  })
}

interface Noting {
  by: By
  at: Date
}

/** Adds the note, payment and handover sent with it. */
async function noteAll(
  tx: Tx,
  id: number,
  { note, payment, handed, carrier, tracking, complete }: ManualOrder,
  { by, at }: Noting,
): Promise<void> {
  const noted = { order_id: id, text: note, visible: false, user_id: by.id, created_at: at, mailed_at: null }
  if (note !== '') await insertNote(tx, noted)
  if (payment)
    await notePayment(tx, await holdOrder(tx, id), {
      payment: { ...payment, kind: 'payment', paid_on: payment.paid_on ?? dayOf(at) },
      by: by.id,
      at,
    })
  if (handed) {
    const delivery = {
      state: 'handed',
      how: handed,
      carrier,
      tracking,
      complete,
    } as const
    await mark(tx, await holdOrder(tx, id), { delivery, by: by.id, at })
  }
  if (!complete) return
  const isDone = await changeOrderIn(tx, {
    order: await holdOrder(tx, id),
    change: { status: 'completed' },
    by,
    at,
  })
  if (!isDone) throw new DomainError('CONFLICT', 'El pedido no se pudo completar')
}
