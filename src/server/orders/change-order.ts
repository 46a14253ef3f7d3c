import { toCentavos, toPesos } from '../../contract/money.ts'
import { holdsStock, ORDER_STATUS_LABEL, type OrderStatus, orderCan } from '../../contract/order-status.ts'
import type { Order, OrderChange } from '../../contract/orders.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import { freePictures, getForOrder, returnStock, takeStock } from '../catalog/catalog.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/retry.ts'
import type { OrderLineRow, OrderRow } from '../db/tables.ts'
import { DomainError, invalid, notFound } from '../errors.ts'
import { pictureIdsLeft } from '../files/claim-pictures.ts'
import type { SessionUser } from '../http/caller.ts'
import type { Shop } from '../shop.ts'
import { lockBlisters, lockOrder, type OrderFields, replaceLines, updateOrder } from './change-queries.ts'
import { getOrder, linesOf } from './queries.ts'
import {
  type FrozenLine,
  freezeLine,
  goneFromShop,
  keptLines,
  ofAnotherProduct,
  stockDifference,
  totalOf,
} from './rules.ts'

type By = Pick<SessionUser, 'id' | 'isAdmin'>

/** How an order shall be. */
interface Wanted {
  status: OrderStatus
  lines: FrozenLine[]
  fields: Pick<OrderFields, 'is_archived' | 'recipient_name' | 'customer_phone' | 'shipping_address'>
  /** Why, for the timeline, when there is more to say than the new state. */
  because?: string
}

/**
 * A customer cancels the own pending order or drops lines of it; an admin sets states, lines, prices, recipient and
 * archive. Stock follows in the same transaction. Refusals: 404 foreign, 403 not for customers, 409 `STALE`,
 * `CONFLICT` or `OUT_OF_STOCK`.
 */
export async function changeOrder(
  shop: Shop,
  user: SessionUser,
  id: number,
  change: OrderChange,
): Promise<Order> {
  const at = shop.now()
  return inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || !(user.isAdmin || order.user_id === user.id)) throw notFound('Pedido no encontrado')
    await changeOrderIn(tx, { order, change, by: user, at })
    return getOrder(tx, id)
  })
}

/** The same inside a transaction that holds the order's row. */
export async function changeOrderIn(
  tx: Db,
  { order, change, by, at }: { order: OrderRow; change: OrderChange; by: By; at: Date },
): Promise<void> {
  if (change.version !== undefined && change.version !== order.version) throw stale()
  const lines = (await linesOf(tx, [order.id])).map(asFrozen)
  const wanted = by.isAdmin
    ? await wantedByAdmin(tx, order, lines, change)
    : wantedByCustomer(order, lines, change)
  const fields = differing(order, { ...wanted.fields, status: wanted.status, total: totalOf(wanted.lines) })
  const linesDiffer = unordered(lines) !== unordered(wanted.lines)
  if (Object.keys(fields).length === 0 && !linesDiffer) return

  if (!(await updateOrder(tx, order, fields, at))) throw stale()
  // Stock first: it locks the presentations in their order, which the foreign keys of new lines would not.
  await moveStock(tx, { order, before: lines, wanted, by, at })
  if (linesDiffer) {
    await replaceLines(tx, order.id, wanted.lines, lines)
    const images = (of: FrozenLine[]) => of.map(({ image }) => image)
    await freePictures(tx, pictureIdsLeft('product', images(lines), images(wanted.lines)), at)
  }
  await recordChange(tx, { order, before: lines, wanted, fields, by, at })
}

// ---- What is wanted --------------------------------------------------------------------------------------------

function wantedByCustomer(order: OrderRow, lines: FrozenLine[], change: OrderChange): Wanted {
  const { status, products, version: _, ...others } = change
  if (
    Object.values(others).some((value) => value !== undefined) ||
    (status !== undefined && status !== 'cancelled')
  ) {
    throw new DomainError('FORBIDDEN', 'De un pedido propio solo se puede cancelar o quitar productos')
  }
  if (status === 'cancelled') {
    if (!orderCan('cancel', order)) throw notPending()
    // The products that older clients send along mean nothing here.
    return { status: 'cancelled', lines, fields: {} }
  }
  if (!products) throw invalid({ products: ['No hay nada que cambiar'] })
  if (!orderCan('removeLine', order)) throw notPending()
  return withLines(order, lines, keptLines(lines, products))
}

async function wantedByAdmin(
  tx: Db,
  order: OrderRow,
  lines: FrozenLine[],
  change: OrderChange,
): Promise<Wanted> {
  const status = change.status ?? order.status
  const fields = recipientOf(order, change)
  // A cancelled order keeps its lines as they were, so that it can be opened again.
  const asked = status === 'cancelled' && order.status !== 'cancelled' ? undefined : linesAsked(change)
  if (!asked) return { status, lines, fields }
  const { lines: after, ...rest } = withLines(order, lines, await linesWanted(tx, lines, asked))
  return { ...rest, status: rest.because ? rest.status : status, lines: after, fields }
}

/** Without a line left the order is cancelled, and its last lines stay to be read. */
function withLines(order: OrderRow, before: FrozenLine[], after: FrozenLine[]): Wanted {
  return after.length === 0
    ? { status: 'cancelled', lines: before, fields: {}, because: 'Pedido cancelado por falta de productos' }
    : { status: order.status, lines: after, fields: {} }
}

type LineAsked = NonNullable<OrderChange['order_products']>[number]

function linesAsked(change: OrderChange): LineAsked[] | undefined {
  const asked: LineAsked[] | undefined =
    change.order_products ?? (change.status === undefined ? change.products : undefined)
  if (asked && new Set(asked.map((line) => line.blister_id)).size !== asked.length) {
    throw invalid({ order_products: ['La misma presentación está dos veces en el pedido'] })
  }
  return asked
}

/** A line that is there keeps its price and what it says of the product; a new one takes today's. */
async function linesWanted(tx: Db, lines: FrozenLine[], asked: LineAsked[]): Promise<FrozenLine[]> {
  const known = new Map(lines.map((line) => [line.blisterId, line]))
  const added = asked.filter((line) => !known.has(line.blister_id)).map((line) => line.blister_id)
  const goods = await getForOrder(tx, added)
  return asked.map(({ blister_id, product_id, quantity, price_at_time }) => {
    const price = price_at_time === undefined ? undefined : toCentavos(price_at_time)
    const line = known.get(blister_id)
    if (line) {
      if (line.productId !== product_id) throw ofAnotherProduct()
      return { ...line, quantity, priceAtTime: price ?? line.priceAtTime }
    }
    const item = goods.get(blister_id)
    if (!item) throw goneFromShop()
    return freezeLine({ blisterId: blister_id, productId: product_id, quantity }, item, price)
  })
}

function recipientOf(order: OrderRow, change: OrderChange): Wanted['fields'] {
  const { is_archived, recipient_name, customer_phone, shipping_address } = change
  if (order.delivery_type === 'address' && shipping_address === '') {
    throw invalid({ shipping_address: ['La dirección es requerida'] })
  }
  return {
    ...(is_archived !== undefined && { is_archived }),
    ...(recipient_name !== undefined && { recipient_name }),
    ...(customer_phone !== undefined && { customer_phone }),
    ...(shipping_address !== undefined && order.delivery_type === 'address' && { shipping_address }),
  }
}

// ---- What follows ----------------------------------------------------------------------------------------------

interface Change {
  order: OrderRow
  before: FrozenLine[]
  wanted: Wanted
  by: By
  at: Date
}

async function moveStock(tx: Db, { order, before, wanted, by, at }: Change): Promise<void> {
  const { take, giveBack } = stockDifference(
    holdsStock(order.status) ? before : [],
    holdsStock(wanted.status) ? wanted.lines : [],
  )
  if (take.length + giveBack.length === 0) return
  const facts = { orderId: order.id, userId: by.id, at }
  await lockBlisters(
    tx,
    [...take, ...giveBack].map((line) => line.blisterId),
  )
  if (take.length > 0) {
    const reason = order.status === 'cancelled' ? 'reopened' : 'order_edited'
    await takeStock(tx, { ...facts, lines: take, reason })
  }
  const left = new Set(wanted.lines.map((line) => line.blisterId))
  const cancelled = wanted.status === 'cancelled'
  const byReason = Map.groupBy(giveBack, (line) =>
    cancelled ? 'cancelled' : left.has(line.blisterId) ? 'order_edited' : 'line_removed',
  )
  for (const [reason, lines] of byReason) await returnStock(tx, { ...facts, lines, reason })
}

async function recordChange(tx: Db, change: Change & { fields: OrderFields }): Promise<void> {
  const { order, before, wanted, by, at } = change
  const { status, ...fields } = change.fields
  const entry = { at, entity: 'order', entityId: order.id, userId: by.id } as const
  if (status !== undefined) {
    const from = ORDER_STATUS_LABEL[order.status]
    await recordActivity(tx, {
      ...entry,
      action: 'status_change',
      description: wanted.because
        ? `${wanted.because} (#${order.id})`
        : `Pedido #${order.id}: ${from} → ${ORDER_STATUS_LABEL[status]}`,
      changes: {
        old_status: order.status,
        new_status: status,
        // The id: names are joined when the log is read, so that a removed account leaves no name here.
        changed_by: by.id,
        order_total: toPesos(fields.total ?? order.total),
      },
    })
  }
  const changes = {
    ...changesOf(order, fields),
    ...changesBetween({ lines: summary(before) }, { lines: summary(wanted.lines) }),
  }
  if (Object.keys(changes).length === 0) return
  await recordActivity(tx, {
    ...entry,
    action: 'update',
    description: `Pedido #${order.id} modificado`,
    changes,
  })
}

const PERSONAL = ['recipient_name', 'customer_phone', 'shipping_address']

/** Of personal data only that it changed: the log outlives the account. */
function changesOf(order: OrderRow, fields: OrderFields): Record<string, unknown> {
  const hidden = { before: 'dato personal', after: 'dato personal' }
  const { total, ...others } = fields
  const plain = Object.entries(others).filter(([field]) => !PERSONAL.includes(field))
  const personal = Object.keys(others).filter((field) => PERSONAL.includes(field))
  return {
    ...changesBetween({ ...order }, Object.fromEntries(plain)),
    ...(total !== undefined && { total: { before: toPesos(order.total), after: toPesos(total) } }),
    ...Object.fromEntries(personal.map((field) => [field, hidden])),
  }
}

function differing(order: OrderRow, fields: OrderFields): OrderFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => order[field as keyof OrderRow] !== value),
  )
}

/** The same for the same lines in another order. */
function unordered(lines: FrozenLine[]): string {
  return summary(lines)
    .map((line) => JSON.stringify(line))
    .toSorted()
    .join()
}

function summary(lines: FrozenLine[]) {
  return lines.map((line) => ({
    product_id: line.productId,
    blister_id: line.blisterId,
    quantity: line.quantity,
    price_at_time: toPesos(line.priceAtTime),
  }))
}

function asFrozen(line: OrderLineRow): FrozenLine {
  return {
    blisterId: line.blister_id,
    productId: line.product_id,
    quantity: line.quantity,
    priceAtTime: line.price_at_time,
    productName: line.product_name,
    type: line.product_type,
    brand: line.product_brand,
    image: line.product_image,
    seedCount: line.seed_count,
  }
}

function stale(): DomainError {
  return new DomainError(
    'STALE',
    'Otra persona cambió este pedido. Actualizar la página y repetir el cambio.',
  )
}

function notPending(): DomainError {
  return new DomainError('CONFLICT', 'El pedido ya no está pendiente')
}
