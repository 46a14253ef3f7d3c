import { ADMIN_PAGE_SIZE } from '../../contract/limits.ts'
import { toPesos } from '../../contract/money.ts'
import type { Order, OrderQuery } from '../../contract/orders.ts'
import { recordActivity } from '../activity/activity.ts'
import { freePictures, returnStock } from '../catalog/catalog.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/retry.ts'
import type { OrderLineRow } from '../db/tables.ts'
import { notFound } from '../errors.ts'
import { pictureIdsLeft } from '../files/claim-pictures.ts'
import type { SessionUser } from '../http/caller.ts'
import { pageOf, pagingOf } from '../http/paging.ts'
import type { Shop } from '../shop.ts'
import { changeOrderIn } from './change-order.ts'
import * as changes from './change-queries.ts'
import * as queries from './queries.ts'
import type { Units } from './rules.ts'

/** A customer's whole history is one answer; more than this only a machine orders. */
const MY_ORDERS = 500

/** Newest first. */
export async function listMyOrders(shop: Shop, user: SessionUser): Promise<{ orders: Order[] }> {
  return { orders: await listOrdersOf(shop.db, user.id) }
}

/** The orders of one account, for its page in the back office. */
export function listOrdersOf(db: Db, userId: number): Promise<Order[]> {
  return queries.listOrdersOfUser(db, userId, MY_ORDERS)
}

/** The own order, or any for admins. A foreign one is as unknown as one that never was. */
export async function getOrder(shop: Shop, user: SessionUser, id: number): Promise<Order> {
  const order = await queries.findOrder(shop.db, id)
  if (!order || !(user.isAdmin || order.customer_id === user.id)) throw notFound('Pedido no encontrado')
  return order
}

export async function listOrders(shop: Shop, query: OrderQuery) {
  const paging = pagingOf(query, ADMIN_PAGE_SIZE)
  const { counts, ...found } = await queries.listAllOrders(shop.db, query, {
    limit: paging.pageSize,
    offset: paging.offset,
  })
  return { ...pageOf('/orders/', query, paging, found), counts }
}

/** A pending order gives its stock back, a completed one's is gone, a cancelled one's is back already. */
export async function deleteOrder(
  shop: Shop,
  admin: SessionUser,
  id: number,
): Promise<Record<string, never>> {
  const at = shop.now()
  await inTransaction(shop.db, async (tx) => {
    const order = await changes.lockOrder(tx, id)
    if (!order) throw notFound('Pedido no encontrado')
    const lines = await queries.linesOf(tx, [id])
    if (order.status === 'pending') {
      await returnStock(tx, {
        lines: lines.map(unitsOf),
        reason: 'order_deleted',
        orderId: id,
        userId: admin.id,
        at,
      })
    }
    await changes.deleteOrderRow(tx, id)
    await freePictures(
      tx,
      pictureIdsLeft(
        'product',
        lines.map((line) => line.product_image),
      ),
      at,
    )
    await recordActivity(tx, {
      at,
      action: 'delete',
      entity: 'order',
      entityId: id,
      description: `Pedido #${id} eliminado`,
      userId: admin.id,
      // Without name, phone and address: this row can never be changed.
      changes: {
        status: order.status,
        order_total: toPesos(order.total),
        created_at: order.created_at.toISOString(),
        customer_id: order.user_id,
        lines: lines.map(snapshotOf),
      },
    })
  })
  return {}
}

/** For the removal of an account: call it in its transaction, before the row of the user goes. */
export async function cancelPendingOrders(tx: Db, userId: number, by: number, at: Date): Promise<void> {
  const orders = await changes.lockPendingOrders(tx, userId)
  // All of them in one ascending row: order by order, a buyer of the same presentations could wait for us in a circle.
  const lines = await queries.linesOf(
    tx,
    orders.map((order) => order.id),
  )
  await changes.lockBlisters(
    tx,
    lines.map((line) => line.blister_id),
  )
  for (const order of orders) {
    await changeOrderIn(tx, { order, change: { status: 'cancelled' }, by: { id: by, isAdmin: true }, at })
  }
}

/** Orders outlive the account without saying whose they were. Call it before the row of the user goes. */
export function forgetRecipients(tx: Db, userId: number): Promise<void> {
  return changes.forgetRecipients(tx, userId)
}

/** What a warranty claim needs to know of an order; undefined unless it is this user's own. */
export async function findOwnOrder(db: Db, userId: number, id: number): Promise<Order | undefined> {
  const order = await queries.findOrder(db, id)
  return order?.customer_id === userId ? order : undefined
}

function unitsOf(line: OrderLineRow): Units {
  return { blisterId: line.blister_id, productId: line.product_id, quantity: line.quantity }
}

function snapshotOf(line: OrderLineRow) {
  const { product_id, blister_id, product_name, seed_count, quantity, price_at_time } = line
  return { product_id, blister_id, product_name, seed_count, quantity, price_at_time: toPesos(price_at_time) }
}
