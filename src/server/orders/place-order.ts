import type { RawBuilder } from 'kysely'
import type { Order, OrderRequest } from '../../contract/orders.ts'
import { COORDINATED_ADDRESS } from '../../contract/recipient.ts'
import { recording } from '../activity/activity.ts'
import { takeGoods } from '../catalog/catalog.ts'
import type { Db } from '../db/connect.ts'
import { onceForKey } from '../db/idempotency.ts'
import { perMinute, takeTurn } from '../db/quota.ts'
import { inTransaction } from '../db/retry.ts'
import type { OrderLineRow, OrderRow } from '../db/tables.ts'
import { DomainError, invalid } from '../errors.ts'
import type { SessionUser } from '../http/caller.ts'
import { enqueueing } from '../mail/outbox.ts'
import { orderMailToCustomer, orderMailToShop } from '../mail/templates.ts'
import { getRememberedSettings, type Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { updatePhone } from '../users/users.ts'
import { lineColumns } from './line-columns.ts'
import { orderView } from './order-view.ts'
import { type Held, holdCustomer, insertOrder } from './placing-queries.ts'
import { type FrozenLine, freezeLines, goneFromShop, mergeItems, totalOf } from './rules.ts'

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
  const settings = await getRememberedSettings(shop)
  const keyed = { scope: `user:${customer.id}`, key: idempotencyKey, request: ['placeOrder', request], at }
  return inTransaction(shop.db, (tx) =>
    onceForKey<Order>(tx, keyed, async (keeping) => {
      const shippingAddress = deliverTo(request, settings)
      const held = await holdCustomer(tx, customer.id)
      if (!held) throw new DomainError('UNAUTHENTICATED', 'La sesión terminó. Iniciar sesión de nuevo.')
      if (held.phone !== request.customer_phone) await updatePhone(tx, customer.id, request.customer_phone)
      // Stock first: it locks the presentations in their order, which the foreign keys of the lines would not.
      const cause = { reason: 'order', orderId: held.orderId, userId: customer.id, at } as const
      const { made: lines, lineIds } = await takeGoods(tx, { lines: wanted, ...cause }, (goods) =>
        freezeLines(wanted, goods),
      )
      const rows = rowsOf(held, { customerId: customer.id, request, shippingAddress, lines, lineIds, at })
      const order = orderView({ ...held, ...rows.order }, rows.lines)
      const { pending, isHidden } = await insertOrder(tx, rows, [
        ...announcing(tx, shop, order, settings, at),
        ...keeping(order),
      ])
      if (isHidden) throw goneFromShop()
      if (pending >= settings.max_pending_orders) throw enough(settings.max_pending_orders)
      return order
    }),
  )
}

function deliverTo(request: OrderRequest, settings: Settings): string {
  if (request.delivery_type === 'coordinate') return COORDINATED_ADDRESS
  if (!settings.address_delivery) {
    throw invalid({ delivery_type: ['El envío a domicilio no está disponible: elegir «Acordar entrega»'] })
  }
  if (request.shipping_address === '') throw invalid({ shipping_address: ['La dirección es requerida'] })
  return request.shipping_address
}

interface Placing {
  customerId: number
  request: OrderRequest
  shippingAddress: string
  lines: FrozenLine[]
  lineIds: number[]
  at: Date
}

interface Rows {
  order: OrderRow
  lines: OrderLineRow[]
}

/** As they will be in the tables: the answer and the mails are made of them before they are written. */
function rowsOf(
  { orderId, email }: Held,
  { customerId, request, shippingAddress, lines, lineIds, at }: Placing,
): Rows {
  return {
    order: {
      id: orderId,
      user_id: customerId,
      status: 'pending',
      is_archived: false,
      recipient_name: request.recipient_name,
      customer_email: email,
      customer_phone: request.customer_phone,
      delivery_type: request.delivery_type,
      shipping_address: shippingAddress,
      total: totalOf(lines),
      version: 1,
      created_at: at,
      updated_at: at,
    },
    lines: lines.map((line, index) => lineRow(lineIds[index], orderId, line)),
  }
}

function lineRow(id: number | undefined, orderId: number, line: FrozenLine): OrderLineRow {
  if (id === undefined) throw new Error('Not as many numbers as lines')
  return { id, ...lineColumns(orderId, line) }
}

function enough(most: number): DomainError {
  return new DomainError('LIMIT_REACHED', `Hay ${most} pedidos pendientes: es el máximo por cuenta`)
}

/** Its activity row and its mails, to be written with it. */
function announcing(tx: Db, shop: Shop, order: Order, settings: Settings, at: Date): RawBuilder<unknown>[] {
  const sender = { shopName: settings.shop_name, publicUrl: shop.config.publicUrl }
  return [
    recording(tx, {
      at,
      action: 'order',
      entity: 'order',
      entityId: order.id,
      description: `Pedido #${order.id} creado`,
      userId: order.customer_id,
      changes: { order_total: order.total, products: order.products.length },
    }),
    enqueueing(tx, [
      { to: order.customer_email, ...orderMailToCustomer(sender, order), at },
      { to: settings.orders_email, ...orderMailToShop(sender, order), at },
    ]),
  ]
}
