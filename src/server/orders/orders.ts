import { ADMIN_PAGE_SIZE, MAX_ARRAY_LENGTH } from '../../contract/limits.ts'
import { toPesos } from '../../contract/money.ts'
import { HAS_MARKS } from '../../contract/orders/order-desk.ts'
import type * as lists from '../../contract/orders/order-list.ts'
import type * as contract from '../../contract/orders/orders.ts'
import type { AdminOrder, OrdersOfAccount } from '../../contract/orders/orders.ts'
import type { PageQuery } from '../../contract/text.ts'
import { recordActivity } from '../activity/activity.ts'
import { freePictures, returnStock, settleLots } from '../catalog/catalog.ts'
import type { Db } from '../db/connect.ts'
import type { ForgottenPerson } from '../db/forgotten-person.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { OrderLineRow, OrderRow } from '../db/tables.ts'
import { DomainError, notFound } from '../errors.ts'
import type { InputOf } from '../http/input.ts'
import { pageOf, pagingAsked, pagingOf } from '../http/paging.ts'
import { forgetMailOfOrder } from '../mail/outbox.ts'
import type { Shop } from '../shop.ts'
import { changeOrderIn } from './change/change-order.ts'
import * as changes from './change/change-queries.ts'
import { imagesOf } from './frozen-lines.ts'
import { hasPayments } from './payments/payment-queries.ts'
import * as queries from './queries.ts'

export { forgetRecipients } from './change/change-queries.ts'
export { orderMailAgain } from './change/mail-again.ts'
export { expireOrders } from './expiry/expiry.ts'
export { readOrder } from './held-order.ts'
export { placeReplacement } from './place/replacement.ts'

const USUAL_PAGE_SIZE = 20
/**
 * The orders of an account, newest first: a page, without the second copy of the lines, if the query asks for one;
 * else at most 100. `path` is the requested path.
 */
export async function listOrdersOf(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  userId: number,
  { query, path }: { query: PageQuery; path: string },
): Promise<OrdersOfAccount> {
  const at = now()
  const paging = pagingAsked(query, USUAL_PAGE_SIZE)
  if (!paging)
    return {
      orders: await queries.listOrdersOfUser(db, userId, { limit: MAX_ARRAY_LENGTH, offset: 0, now: at }),
    }
  const [orders, count] = await Promise.all([
    queries.listOrdersOfUser(db, userId, { limit: paging.pageSize, offset: paging.offset, now: at }),
    queries.countOrdersOfUser(db, userId),
  ])
  const { results, ...place } = pageOf(path, query, paging, { results: orders, count })
  return { orders: results.map(({ products: _again, ...order }) => order), ...place }
}

export function listMyOrders({ shop, user, query }: InputOf<typeof contract.listMyOrders>) {
  return listOrdersOf(shop, user.id, { query, path: '/orders/my-orders/' })
}

/** The caller's own order, or any for admins. Throws 404 otherwise, whether it exists or not. */
export async function getOrder({ shop, user, params: { id } }: InputOf<typeof contract.getOrder>) {
  const order = await queries.findOrder(shop.db, id, shop.now())
  if (!order || !(user.isAdmin || order.customer_id === user.id)) throw notFound('Pedido no encontrado')
  return order
}

export async function listOrders({ shop, query }: InputOf<typeof lists.listOrders>) {
  const paging = pagingOf(query, ADMIN_PAGE_SIZE)
  const { counts, ...found } = await queries.listAllOrders(shop.db, query, {
    limit: paging.pageSize,
    offset: paging.offset,
    now: shop.now(),
  })
  return { ...pageOf('/orders/', query, paging, found), counts }
}

/** Orders for printing, without deleted ones. Throws 404 when none is left. */
export async function printOrders({ shop, query: { ids } }: InputOf<typeof lists.printOrders>) {
  const orders = await queries.listOrdersById(shop.db, ids, shop.now())
  if (orders.length === 0) throw notFound('Pedido no encontrado')
  return { orders }
}

/**
 * Deletes an order and returns the stock of a pending one: completed orders are sold, cancelled ones have returned
 * theirs. Throws `IN_USE` while it has payments or was handed over.
 */
export async function deleteOrder({
  shop,
  user: admin,
  params: { id },
}: InputOf<typeof contract.deleteOrder>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    const order = await changes.lockOrder(tx, id)
    if (!order) throw notFound('Pedido no encontrado')
    if (order.handed_at !== null || (await hasPayments(tx, id))) throw new DomainError('IN_USE', HAS_MARKS)
    const lines = await queries.linesOf(tx, [id])
    if (order.status === 'pending') {
      await returnStock(tx, { lines, reason: 'order_deleted', orderId: id, userId: admin.id, at })
      const touched = lines.map(({ blister_id }) => blister_id)
      await settleLots(tx, { orderId: id, held: [], touched }, { userId: admin.id, at })
    }
    await changes.deleteOrderRow(tx, id)
    await forgetMailOfOrder(tx, id)
    await freePictures(tx, at, imagesOf(lines))
    await recordActivity(tx, {
      at,
      action: 'delete',
      entity: 'order',
      entityId: id,
      description: `Pedido #${id} eliminado`,
      userId: admin.id,
      changes: snapshotOf(order, lines),
    })
  })
}

/** The order for the log: without name, phone and address, as log rows cannot be changed. */
function snapshotOf(order: OrderRow, lines: OrderLineRow[]) {
  return {
    status: order.status,
    order_total: toPesos(order.total),
    created_at: order.created_at.toISOString(),
    customer_id: order.user_id,
    lines: lines.map(
      ({ product_id, blister_id, product_name, product_type, seed_count, quantity, price_at_time }) => ({
        product_id,
        blister_id,
        product_name,
        product_type,
        seed_count,
        quantity,
        price_at_time: toPesos(price_at_time),
      }),
    ),
  }
}

/**
 * For the removal of a person. Cancels pending orders, and completes those handed over (decision 0042). `by` is null
 * without an acting account.
 */
export async function closePendingOrders(
  tx: Tx,
  person: ForgottenPerson,
  { by, at }: { by: number | null; at: Date },
): Promise<void> {
  const orders = await changes.lockPendingOrders(tx, person)
  // Locks all presentations in id order: order by order, they could deadlock with another order.
  const lines = await queries.linesOf(
    tx,
    orders.map((order) => order.id),
  )
  await changes.lockBlisters(
    tx,
    lines.map((line) => line.blister_id),
  )
  for (const order of orders) {
    const status = order.handed_at === null ? 'cancelled' : 'completed'
    await changeOrderIn(tx, { order, change: { status }, by: { id: by, isAdmin: true }, at })
  }
}

/** For a warranty claim; undefined unless it is this user's order. */
export async function findOwnOrder(
  db: Db,
  { userId, id, now }: { userId: number; id: number; now: Date },
): Promise<AdminOrder | undefined> {
  const order = await queries.findOrder(db, id, now)
  return order?.customer_id === userId ? order : undefined
}
