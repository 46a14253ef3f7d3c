import type { StockReason } from '../../../contract/catalog/stock-rules.ts'
import {
  canExpire,
  DOES_NOT_EXPIRE,
  expiryError,
  RESERVATION_OVER,
} from '../../../contract/orders/order-desk.ts'
import type * as desk from '../../../contract/orders/order-desk-calls.ts'
import { changesBetween } from '../../activity/activity.ts'
import { latestStart } from '../../clock.ts'
import { dayEndingAt, dayOf, endOfDay } from '../../days.ts'
import type { OrderRow } from '../../db/tables.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, invalid } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { inTurn } from '../../in-turn.ts'
import type { Shop } from '../../shop.ts'
import { changeOrderIn } from '../change/change-order.ts'
import { tellOfExpiry } from '../change/tell-customer.ts'
import { holdOrder, readOrder, recordMark } from '../held-order.ts'
import { type Due, listDue, lockDue, over, unwarned, updateExpiry } from './expiry-queries.ts'

const HOUR_MS = 3_600_000

/** Warns at noon of the day before the last one: in daytime, and long enough before the end. */
const WARNED_BEFORE_MS = 36 * HOUR_MS
/** Minimum time between warning and end, even after downtime or a restore. */
const KNOWN_MS = 24 * HOUR_MS

/**
 * Moves the end of a reservation; the customer is warned again before it. Refusals: 404, 400 for a past day, 409 for
 * an order that does not expire.
 */
export function setExpiry({
  shop,
  user: admin,
  params: { id },
  body: { expires_on },
}: InputOf<typeof desk.setExpiry>) {
  const at = shop.now()
  const wrongDay = expires_on === null ? undefined : expiryError(expires_on, dayOf(at))
  if (wrongDay) throw invalid({ expires_on: [wrongDay] })
  const expires_at = expires_on === null ? null : endOfDay(expires_on)
  return inTransaction(shop.database, async (tx) => {
    const order = await holdOrder(tx, id)
    if (!canExpire(order)) throw new DomainError('CONFLICT', DOES_NOT_EXPIRE)
    if (order.expires_at?.getTime() !== expires_at?.getTime())
      await moveExpiry(tx, order, { expires_at, expiry_warned_at: null, by: admin.id, at })
    return readOrder(tx, id, at)
  })
}

/** `by` is null for the shop itself. */
async function moveExpiry(
  tx: Tx,
  order: OrderRow,
  { by, at, ...expiry }: Pick<OrderRow, 'expires_at' | 'expiry_warned_at'> & { by: number | null; at: Date },
): Promise<void> {
  await updateExpiry(tx, order.id, expiry)
  const changes = changesBetween(
    { expires_on: order.expires_at && dayEndingAt(order.expires_at) },
    { expires_on: expiry.expires_at && dayEndingAt(expiry.expires_at) },
  )
  if (Object.keys(changes).length > 0)
    await recordMark(tx, order, { by, at, what: 'vencimiento cambiado', changes })
}

/**
 * Warns customers whose reservations end soon, and cancels ended ones. Each order has its own transaction, which
 * locks it and checks again that it is due: it may have been paid, or another instance may handle it.
 */
export async function expireOrders(shop: Shop, stopping?: AbortSignal): Promise<void> {
  const at = shop.now()
  const soon = new Date(at.getTime() + WARNED_BEFORE_MS)
  const knownSince = new Date(at.getTime() - KNOWN_MS)
  const listed = async (due: Due, take: typeof warn) =>
    (await listDue(shop.db, due)).map((id) => ({ id, due, take }))
  const orders = [
    ...(await listed(unwarned(soon, at), warn)),
    ...(await listed(over(at, knownSince), expire)),
  ]
  await inTurn(shop, orders, async ({ id, due, take }) => {
    if (stopping?.aborted) return
    await inTransaction(shop.database, async (tx) => {
      const order = await lockDue(tx, id, due)
      if (order) await take(tx, shop, order, at)
    })
  })
}

/**
 * A late warning extends the reservation to the day named in the mail; one by a clock that ran ahead is corrected to
 * that day.
 */
async function warn(tx: Tx, shop: Shop, order: OrderRow, at: Date): Promise<void> {
  const soonest = new Date(at.getTime() + KNOWN_MS)
  const nextEnd = endOfDay(dayOf(soonest))
  const isOfFuture = [order.created_at, order.expiry_warned_at].some((time) => time && time > latestStart(at))
  const known = order.expires_at ?? nextEnd
  const isKept = known >= soonest && !(isOfFuture && known > nextEnd)
  const expires_at = isKept ? known : nextEnd
  await moveExpiry(tx, order, { expires_at, expiry_warned_at: at, by: null, at })
  await tellOfExpiry(tx, shop, await readOrder(tx, order.id, at), { kind: 'order_expiring', at })
}

const OVER: { because: string; reason: StockReason } = { because: RESERVATION_OVER, reason: 'expired' }

async function expire(tx: Tx, shop: Shop, order: OrderRow, at: Date): Promise<void> {
  const by = { id: null, isAdmin: true }
  await changeOrderIn(tx, { order, change: { status: 'cancelled' }, by, at, cause: OVER })
  await tellOfExpiry(tx, shop, await readOrder(tx, order.id, at), { kind: 'order_expired', at })
}
