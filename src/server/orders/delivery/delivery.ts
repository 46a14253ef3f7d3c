import { deliveryState, deliveryStateLabel } from '../../../contract/orders/order-desk.ts'
import type * as desk from '../../../contract/orders/order-desk-calls.ts'
import type { Delivery } from '../../../contract/orders/order-desk-calls.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { changesBetween } from '../../activity/activity.ts'
import { announceLots, settleLots } from '../../catalog/catalog.ts'
import { onceBy } from '../../db/idempotency.ts'
import type { OrderRow } from '../../db/tables.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import type { SessionUser } from '../../http/caller.ts'
import type { InputOf } from '../../http/input.ts'
import type { Shop } from '../../shop.ts'
import { changeOrderIn } from '../change/change-order.ts'
import { updateDelivery } from '../change/change-queries.ts'
import { holdSeen, readOrder, recordMark } from '../held-order.ts'
import { tellCustomer } from '../change/tell-customer.ts'
import { linesOf } from '../queries.ts'
import { chooseFor, leavingOnHold } from './order-lots.ts'

/**
 * Marks an order as not prepared, prepared or handed over. Raises the version only if it completes the order too,
 * which is a change of state with all its consequences. A repeated key changes and mails nothing. Refusals: 404, 409 for
 * a cancelled order, 409 `STALE` when it was marked or changed meanwhile, 409 `CONFIRM` before units on hold leave.
 */
export function markDelivery({
  shop,
  user: admin,
  params: { id },
  body: delivery,
  key,
}: InputOf<typeof desk.markDelivery>) {
  const at = shop.now()
  const keyed = { key, request: ['markDelivery', id, delivery], at }
  return inTransaction(shop.database, async (tx) => {
    await onceBy(tx, admin.id, keyed, async () => {
      const order = await holdSeen(tx, id, delivery.version)
      if (delivery.was !== undefined && delivery.was !== deliveryState(order)) throw markedMeanwhile(order)
      await markAndTell(tx, shop, order, { delivery, by: admin, at })
    })
    return readOrder(tx, id, at)
  })
}

/** `markDelivery` inside a transaction that has locked the order. */
export async function markAndTell(
  tx: Tx,
  shop: Shop,
  order: OrderRow,
  { delivery, by, at }: { delivery: Delivery; by: SessionUser; at: Date },
): Promise<void> {
  await mark(tx, order, { delivery, by: by.id, at })
  const isCompleted =
    delivery.complete && (await changeOrderIn(tx, { order, change: { status: 'completed' }, by, at }))
  const changed = await readOrder(tx, order.id, at)
  await tell(tx, shop, { order, changed, delivery, isCompleted, by: by.id, at })
}

interface Marked {
  order: OrderRow
  changed: AdminOrder
  delivery: Delivery
  isCompleted: boolean
  by: number
  at: Date
}

/** At most one mail: handed over or prepared, else completed. */
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

/** Repeating the same mark is no change. */
function isNews(before: OrderRow, after: AdminOrder): boolean {
  const { handed_how, carrier, tracking } = after
  const isOther = carrier !== before.carrier || tracking !== before.tracking
  return after.delivery_state !== deliveryState(before) || handed_how !== before.handed_how || isOther
}

/** Inside a transaction that has locked the order. */
export async function mark(
  tx: Tx,
  order: OrderRow,
  { delivery, by, at }: { delivery: Delivery; by: number; at: Date },
): Promise<void> {
  const wanted = marksOf(order, delivery, at)
  if (delivery.lots) await chooseFor(tx, order, delivery.lots, { by, at })
  await updateDelivery(tx, order.id, wanted)
  const isLeaving = wanted.handed_at !== null && order.handed_at === null
  const held_lots = isLeaving
    ? await settleHandedLots(tx, order.id, { by, at, isMeant: delivery.with_held })
    : []
  // Taken back: its seeds are not delivered.
  if (order.handed_at !== null && wanted.handed_at === null) await announceLots(tx, order.id)
  const changes = {
    ...changesBetween(loggedOf(order), loggedOf(wanted)),
    ...(held_lots.length > 0 && { held_lots }),
  }
  // Carrier and tracking are free text: the log only names the changed fields.
  const isOther = wanted.carrier !== order.carrier || wanted.tracking !== order.tracking
  if (Object.keys(changes).length === 0 && !isOther) return
  await recordMark(tx, order, { by, at, what: WHAT[delivery.state], changes })
}

/** Resolves to the lots on hold that leave with it. */
async function settleHandedLots(
  tx: Tx,
  id: number,
  { by, at, isMeant }: { by: number; at: Date; isMeant: boolean | undefined },
): Promise<string[]> {
  const held = await linesOf(tx, [id])
  const touched = held.map(({ blister_id }) => blister_id)
  await settleLots(tx, { orderId: id, held, touched }, { userId: by, at })
  return leavingOnHold(tx, id, isMeant)
}

const WHAT: Record<Delivery['state'], string> = {
  pending: 'sin preparar',
  prepared: 'preparado',
  handed: 'entrega anotada',
}

type Marks = Pick<OrderRow, 'prepared_at' | 'handed_at' | 'handed_how' | 'carrier' | 'tracking'>

/** Existing marks keep their time, and shipments their details. */
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
