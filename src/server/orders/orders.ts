import { ADMIN_PAGE_SIZE } from '../../contract/limits.ts'
import { toPesos } from '../../contract/money.ts'
import type { Order, OrderQuery, OrderRequest } from '../../contract/orders.ts'
import { COORDINATED_ADDRESS } from '../../contract/recipient.ts'
import { recordActivity } from '../activity/activity.ts'
import { freePictures, getForOrder, returnStock, takeStock } from '../catalog/catalog.ts'
import type { Db } from '../db/connect.ts'
import { onceForKey } from '../db/idempotency.ts'
import { perMinute, takeTurn } from '../db/quota.ts'
import { inTransaction } from '../db/retry.ts'
import type { OrderLineRow } from '../db/tables.ts'
import { DomainError, invalid, notFound } from '../errors.ts'
import { pictureIdsLeft } from '../files/claim-pictures.ts'
import type { SessionUser } from '../http/caller.ts'
import { pageOf, pagingOf } from '../http/paging.ts'
import { enqueueMails } from '../mail/outbox.ts'
import { orderMailToCustomer, orderMailToShop } from '../mail/templates.ts'
import { getSettings, type Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { holdCustomer } from '../users/users.ts'
import { changeOrderIn } from './change-order.ts'
import { orderView } from './order-view.ts'
import * as queries from './queries.ts'
import { freezeLines, mergeItems, totalOf, type Units } from './rules.ts'

/** A customer's whole history is one answer; more than this only a machine orders. */
const MY_ORDERS = 500

/** Attempts count: a machine that is refused a hundred times a minute is a machine all the same. */
const ORDERS = perMinute(30)

/**
 * Takes the stock and keeps the order with today's prices, with its mails and its activity row, all or nothing.
 * Refusals: 400 for goods that cannot be sold so, 409 `OUT_OF_STOCK` or `LIMIT_REACHED`, 429.
 */
export async function placeOrder(
  shop: Shop,
  customer: SessionUser,
  request: OrderRequest,
  idempotencyKey: string | undefined,
): Promise<Order> {
  const wanted = mergeItems(request.products)
  const at = shop.now()
  await takeTurn(shop.db, shop, { name: 'orders', subject: customer.id, quota: ORDERS })
  const keyed = { scope: `user:${customer.id}`, key: idempotencyKey, request: ['placeOrder', request], at }
  return inTransaction(shop.db, (tx) =>
    onceForKey(tx, keyed, async () => {
      const settings = await getSettings(tx)
      const shippingAddress = deliverTo(request, settings)
      if (!(await holdCustomer(tx, customer.id, request.customer_phone))) {
        throw new DomainError('UNAUTHENTICATED', 'La sesión terminó. Iniciar sesión de nuevo.')
      }
      const goods = await getForOrder(
        tx,
        wanted.map((line) => line.blisterId),
      )
      const lines = freezeLines(wanted, goods)
      const { pendingBefore, ...placed } = await queries.insertOrder(tx, {
        userId: customer.id,
        recipientName: request.recipient_name,
        email: customer.email,
        phone: request.customer_phone,
        deliveryType: request.delivery_type,
        shippingAddress,
        total: totalOf(lines),
        at,
      })
      if (pendingBefore >= settings.max_pending_orders) throw enough(settings.max_pending_orders)
      // Stock first: it locks the presentations in their order, which the foreign keys of the lines would not.
      await takeStock(tx, { lines: wanted, reason: 'order', orderId: placed.id, userId: customer.id, at })
      const order = orderView(
        { ...placed, ...namesOf(customer) },
        await queries.insertLines(tx, placed.id, lines),
      )
      await announce(tx, shop, order, settings, at)
      return order
    }),
  )
}

function namesOf({ username, firstName, lastName }: SessionUser) {
  return { username, first_name: firstName, last_name: lastName }
}

function deliverTo(request: OrderRequest, settings: Settings): string {
  if (request.delivery_type === 'coordinate') return COORDINATED_ADDRESS
  if (!settings.address_delivery) {
    throw invalid({ delivery_type: ['El envío a domicilio no está disponible: elegir «Acordar entrega»'] })
  }
  if (request.shipping_address === '') throw invalid({ shipping_address: ['La dirección es requerida'] })
  return request.shipping_address
}

function enough(most: number): DomainError {
  return new DomainError('LIMIT_REACHED', `Hay ${most} pedidos pendientes: es el máximo por cuenta`)
}

async function announce(tx: Db, shop: Shop, order: Order, settings: Settings, at: Date): Promise<void> {
  await recordActivity(tx, {
    at,
    action: 'order',
    entity: 'order',
    entityId: order.id,
    description: `Pedido #${order.id} creado`,
    userId: order.customer_id,
    changes: { order_total: order.total, products: order.products.length },
  })
  const sender = { shopName: settings.shop_name, publicUrl: shop.config.publicUrl }
  await enqueueMails(tx, [
    { to: order.customer_email, ...orderMailToCustomer(sender, order), at },
    { to: settings.orders_email, ...orderMailToShop(sender, order), at },
  ])
}

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
    const order = await queries.lockOrder(tx, id)
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
    await queries.deleteOrderRow(tx, id)
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
  const orders = await queries.lockPendingOrders(tx, userId)
  // All of them in one ascending row: order by order, a buyer of the same presentations could wait for us in a circle.
  const lines = await queries.linesOf(
    tx,
    orders.map((order) => order.id),
  )
  await queries.lockBlisters(
    tx,
    lines.map((line) => line.blister_id),
  )
  for (const order of orders) {
    await changeOrderIn(tx, { order, change: { status: 'cancelled' }, by: { id: by, isAdmin: true }, at })
  }
}

/** Orders outlive the account without saying whose they were. Call it before the row of the user goes. */
export function forgetRecipients(tx: Db, userId: number): Promise<void> {
  return queries.forgetRecipients(tx, userId)
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
