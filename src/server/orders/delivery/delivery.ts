import { ORDER_CANCELLED } from '../../../contract/warranty/claim-rules.ts'
import { deliveryState, deliveryStateLabel } from '../../../contract/orders/order-desk.ts'
import type { Delivery } from '../../../contract/orders/order-desk-calls.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { changesBetween } from '../../activity/activity.ts'
import type { OrderRow } from '../../db/tables.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import type { SessionUser } from '../../http/caller.ts'
import type { Shop } from '../../shop.ts'
import { changeOrderIn } from '../change/change-order.ts'
import { updateDelivery } from '../change/change-queries.ts'
import { holdOrder, readOrder, recordMark } from '../payments/payments.ts'
import { tellCustomer } from '../change/tell-customer.ts'

/**
 * Marks an order as prepared or handed over, or takes that back. Raises no version, unless it completes the order too: that is
 * a change of its state, with everything that goes with it. Refusals: 404, 409 for an order that is cancelled, 409 `STALE` when
 * somebody else marked it.
 */
export function markDelivery(
  shop: Shop,
  admin: SessionUser,
  { id, delivery }: { id: number; delivery: Delivery },
): Promise<AdminOrder> {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const order = await holdOrder(tx, id)
    if (order.status === 'cancelled') throw new DomainError('CONFLICT', ORDER_CANCELLED)
    if (delivery.was !== undefined && delivery.was !== deliveryState(order)) throw markedMeanwhile(order)
    await mark(tx, order, { delivery, by: admin.id, at })
    const isCompleted =
      delivery.complete &&
      (await changeOrderIn(tx, { order, change: { status: 'completed' }, by: admin, at }))
    const changed = await readOrder(tx, id, at)
    await tell(tx, shop, { order, changed, delivery, isCompleted, by: admin.id, at })
    return changed
  })
}

interface Marked {
  order: OrderRow
  changed: AdminOrder
  delivery: Delivery
  isCompleted: boolean
  by: number
  at: Date
}

/** At most one mail: that the order left the shop or is prepared, else that it is completed. */
async function tell(
  tx: Tx,
  shop: Shop,
  { order, changed, delivery, isCompleted, by, at }: Marked,
): Promise<void> {
  const { state, notify } = delivery
  if (state !== 'pending' && (notify || isNews(order, changed))) {
    const how = changed.handed_how === 'shipped' ? 'order_shipped' : 'order_handed'
    const kind = state === 'handed' ? how : 'order_prepared'
    if (await tellCustomer(tx, shop, changed, { kind, notify, by, at })) return
  }
  if (isCompleted && notify !== false)
    await tellCustomer(tx, shop, changed, { kind: 'order_completed', by, at })
}

/** Noting the same twice is not. */
function isNews(before: OrderRow, after: AdminOrder): boolean {
  const { handed_how, carrier, tracking } = after
  const isOther = carrier !== before.carrier || tracking !== before.tracking
  return after.delivery_state !== deliveryState(before) || handed_how !== before.handed_how || isOther
}

/** Inside a transaction that holds the row of the order. */
export async function mark(
  tx: Tx,
  order: OrderRow,
  { delivery, by, at }: { delivery: Delivery; by: number; at: Date },
): Promise<void> {
  const wanted = marksOf(order, delivery, at)
  await updateDelivery(tx, order.id, wanted)
  const changes = changesBetween(loggedOf(order), loggedOf(wanted))
  // Carrier and tracking are free text: the log says that they changed.
  const isOther = wanted.carrier !== order.carrier || wanted.tracking !== order.tracking
  if (Object.keys(changes).length === 0 && !isOther) return
  await recordMark(tx, order, { by, at, what: WHAT[delivery.state], changes })
}

const WHAT: Record<Delivery['state'], string> = {
  pending: 'sin preparar',
  prepared: 'preparado',
  handed: 'entrega anotada',
}

type Marks = Pick<OrderRow, 'prepared_at' | 'handed_at' | 'handed_how' | 'carrier' | 'tracking'>

/** A mark that stands keeps its time, a dispatch what is known of it. */
function marksOf(order: OrderRow, { state, how, carrier, tracking }: Delivery, at: Date): Marks {
  const isHanded = state === 'handed'
  const isShipped = isHanded && how === 'shipped'
  return {
    prepared_at: state === 'pending' ? null : (order.prepared_at ?? at),
    handed_at: isHanded ? (order.handed_at ?? at) : null,
    handed_how: isHanded ? (how ?? null) : null,
    carrier: isShipped ? (carrier ?? order.carrier) : '',
    tracking: isShipped ? (tracking ?? order.tracking) : '',
  }
}

function markedMeanwhile(order: OrderRow): DomainError {
  return new DomainError('STALE', `Otra persona anotó la entrega: ahora está «${deliveryStateLabel(order)}».`)
}

function loggedOf(marks: Marks): Record<string, unknown> {
  return { delivery_state: deliveryState(marks), handed_how: marks.handed_how }
}
