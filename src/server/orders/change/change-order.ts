import { roleCan } from '../../../contract/accounts/roles.ts'
import type { StockReason } from '../../../contract/catalog/stock-rules.ts'
import { toCentavos, toPesos } from '../../../contract/money.ts'
import { ALREADY_HANDED, deliveryState, VOID_REASON } from '../../../contract/orders/order-desk.ts'
import {
  holdsStock,
  type OrderStatus,
  orderCan,
  CANCELLED_AS_EMPTY,
  type CustomerOrderAction,
} from '../../../contract/orders/order-status.ts'
import { missing } from '../../../contract/sentences.ts'
import { ORDER_CANCELLED } from '../../../contract/warranty/claim-rules.ts'
import type * as contract from '../../../contract/orders/orders.ts'
import { type AdminOrder, getOrder, type OrderChange } from '../../../contract/orders/orders.ts'
import {
  freePictures,
  getForOrder,
  retakeLots,
  returnStock,
  settleLots,
  takeStock,
} from '../../catalog/catalog.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import type { OrderRow } from '../../db/tables.ts'
import { DomainError, invalid, notAllowed, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { lockBlisters, lockOrder, type OrderFields, replaceLines, updateOrder } from './change-queries.ts'
import { type FrozenLine, freezeLine, imagesOf } from '../frozen-lines.ts'
import { leavingOnHold } from '../delivery/order-lots.ts'
import { insertNote } from '../notes/note-queries.ts'
import { readOrder } from '../held-order.ts'
import { refuseSecond } from '../place/replacement.ts'
import { linesOf } from '../queries.ts'
import { marksIn, withoutMarks } from './marks-sent.ts'
import { recordChange, summary } from './record-change.ts'
import { kindOfChange, tellCustomer, tellOwnChange } from './tell-customer.ts'
import { recipientOf } from './wanted-recipient.ts'
import {
  goneFromShop,
  keptLines,
  ofAnotherProduct,
  refuseOtherLines,
  stale,
  stockDifference,
  totalOf,
} from '../rules.ts'

/** `id` is null for the shop itself. */
interface By {
  id: number | null
  isAdmin: boolean
}

/** Reasons of automatic cancellations. */
interface Cause {
  because: string
  reason: StockReason
}

/** The target state of an order. */
interface Wanted {
  status: OrderStatus
  lines: FrozenLine[]
  fields: Omit<OrderFields, 'status' | 'total'>
  /** The reason for the timeline, if the new state does not explain itself. */
  because?: string
}

/**
 * Changes an order and its stock in one transaction. Refusals: 404 for an order that the caller may not read, 403 for
 * changes of admins only, 409 `STALE`, `CONFLICT`, `CONFIRM` or `OUT_OF_STOCK`.
 */
export async function changeOrder({
  shop,
  user,
  params: { id },
  body: change,
}: InputOf<typeof contract.changeOrder>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || !(user.isAdmin || order.user_id === user.id))
      throw order && roleCan(user.role, getOrder.needs) ? notAllowed() : notFound('Pedido no encontrado')
    const asked =
      marksIn(change).length > 0 ? withoutMarks(change, await readOrder(tx, id, at), user.isAdmin) : change
    const before = change.line_prices ? await linesOf(tx, [id]) : []
    const isNews = await changeOrderIn(tx, { order, change: asked, by: user, at })
    if (isNews && change.reason !== undefined) await noteReason(tx, order.id, { change, by: user.id, at })
    const changed = await readOrder(tx, id, at)
    if (isNews && user.id === order.user_id) await tellOwnChange(tx, shop, changed, at)
    else if (isNews)
      await tellCustomer(tx, shop, changed, {
        kind: kindOfChange(order, changed),
        notify: change.notify,
        was: totalBefore(changed, before),
        by: user.id,
        at,
      })
    return changed
  })
}

/** Pesos: what the lines would cost at their earlier prices. */
function totalBefore({ order_products: lines }: AdminOrder, before: FrozenLine[]): number {
  const prices = new Map(before.map((line) => [line.blister_id, line.price_at_time]))
  const atThem = lines.map(({ blister_id, quantity, price_at_time }) => ({
    quantity,
    price_at_time: prices.get(blister_id ?? 0) ?? toCentavos(price_at_time),
  }))
  return toPesos(totalOf(atThem))
}

/** The reason may name people, so the log has none. */
async function noteReason(
  tx: Tx,
  id: number,
  { change, by, at }: { change: OrderChange; by: number; at: Date },
): Promise<void> {
  const what = change.line_prices
    ? 'Cambio de precios'
    : change.status === 'cancelled'
      ? 'Cancelado'
      : 'Cambio'
  const text = `${what}: ${change.reason}`
  await insertNote(tx, { order_id: id, text, visible: false, user_id: by, created_at: at, mailed_at: null })
}

/** `changeOrder` inside a transaction that has locked the order. Resolves to whether to tell the customer. */
export async function changeOrderIn(
  tx: Tx,
  { order, change, by, at, cause }: { order: OrderRow; change: OrderChange; by: By; at: Date; cause?: Cause },
): Promise<boolean> {
  if (change.version !== undefined && change.version !== order.version) throw stale()
  const lines: FrozenLine[] = await linesOf(tx, [order.id])
  const wanted = by.isAdmin
    ? await wantedByAdmin(tx, order, lines, change)
    : wantedByCustomer(order, lines, change)
  const linesDiffer = unordered(lines) !== unordered(wanted.lines)
  const fields = differing(order, {
    ...wanted.fields,
    ...((unordered(lines, 'units') !== unordered(wanted.lines, 'units') || wanted.status === 'cancelled') &&
      unpacked(order)),
    status: wanted.status,
    total: totalOf(wanted.lines),
  })
  refuseOtherTotal(change.total, order, fields)
  if (Object.keys(fields).length === 0 && !linesDiffer) return false

  // A reopened order is kept until an admin sets another end, else the next run would cancel it.
  const end = fields.status === 'pending' && { expires_at: null }
  if (!(await updateOrder(tx, order, { ...fields, ...end }, at).catch(refuseSecond))) throw stale()
  const movesUnits = linesDiffer || 'status' in fields
  const touched = [...lines, ...wanted.lines].map(({ blister_id }) => blister_id)
  // Locks all at once, in id order: `followStock` needs some of them, `settleLots` all.
  if (movesUnits) await lockBlisters(tx, touched)
  // Stock before lines, to lock presentations in id order; foreign keys of new lines would lock them in any order.
  await followStock(tx, { order, before: lines, wanted, by, at, cancelReason: cause?.reason ?? 'cancelled' })
  if (linesDiffer) {
    await replaceLines(tx, order.id, wanted.lines, lines)
    await freePictures(tx, at, imagesOf(lines), imagesOf(wanted.lines))
  }
  if (movesUnits) {
    // After writing status and lines, which determine the units on the shelf.
    await settleLots(tx, { orderId: order.id, held: heldBy(wanted), touched }, { userId: by.id, at })
    if (leavesShelf(order, wanted)) await leavingOnHold(tx, order.id, change.with_held)
  }
  await recordChange(tx, { order, before: lines, wanted: { ...wanted, ...cause }, fields, by, at })
  return linesDiffer || ['status', 'delivery_type', 'shipping_address'].some((field) => field in fields)
}

// ---- The target state ------------------------------------------------------------------------------------------

function wantedByCustomer(order: OrderRow, lines: FrozenLine[], change: OrderChange): Wanted {
  const { status, products, version: _, total: _sum, ...others } = change
  if (
    Object.values(others).some((value) => value !== undefined) ||
    (status !== undefined && status !== 'cancelled')
  ) {
    throw new DomainError('FORBIDDEN', 'De un pedido propio solo se puede cancelar o quitar productos')
  }
  if (status === 'cancelled') {
    refuseUnless('cancel', order)
    // Older clients send products along; they are ignored.
    return { status: 'cancelled', lines, fields: {} }
  }
  if (!products) throw invalid({ products: ['No hay nada que cambiar'] })
  refuseUnless('removeLine', order)
  return withLines(order, lines, keptLines(lines, products))
}

function refuseUnless(action: CustomerOrderAction, order: OrderRow): void {
  const { status } = order
  if (orderCan(action, { status, delivery_state: deliveryState(order) })) return
  throw new DomainError('CONFLICT', status === 'pending' ? ALREADY_HANDED : 'El pedido ya no está pendiente')
}

async function wantedByAdmin(
  tx: Tx,
  order: OrderRow,
  lines: FrozenLine[],
  change: OrderChange,
): Promise<Wanted> {
  const status = change.status ?? order.status
  const fields = recipientOf(order, change)
  const asked = linesAsked(change)
  const prices = pricesAsked(change)
  const isCancelling = status === 'cancelled' && order.status !== 'cancelled'
  if (isCancelling && asked) refuseOtherLines(lines, asked)
  if (prices && status === 'cancelled') throw new DomainError('CONFLICT', ORDER_CANCELLED)
  if (!(asked || prices) || isCancelling) return { status, lines, fields }
  const kept = asked ? await linesWanted(tx, lines, asked) : lines
  const { lines: after, ...rest } = withLines(order, lines, prices ? priced(kept, prices) : kept)
  if (rest.because && status !== order.status && status !== 'cancelled')
    throw invalid({ status: ['Un pedido sin productos se cancela'] })
  return { ...rest, status: rest.because ? rest.status : status, lines: after, fields }
}

/** Centavos, by presentation. Throws 400 without a reason, and for a presentation that is there twice. */
function pricesAsked({ line_prices: asked = [], reason }: OrderChange): Map<number, number> | undefined {
  if (asked.length === 0) return undefined
  if (reason === undefined) throw invalid({ reason: [missing(VOID_REASON)] })
  const prices = new Map(asked.map((line) => [line.blister_id, toCentavos(line.price_at_time)]))
  if (prices.size !== asked.length)
    throw invalid({ line_prices: ['La misma presentación está dos veces en el pedido'] })
  return prices
}

function priced(lines: FrozenLine[], prices: Map<number, number>): FrozenLine[] {
  const known = new Set(lines.map((line) => line.blister_id))
  if ([...prices.keys()].some((id) => !known.has(id)))
    throw invalid({ line_prices: ['Ese producto ya no está en el pedido'] })
  return lines.map((line) => ({
    ...line,
    price_at_time: prices.get(line.blister_id ?? 0) ?? line.price_at_time,
  }))
}

/** An order without lines is cancelled and keeps its last ones. */
function withLines(order: OrderRow, before: FrozenLine[], after: FrozenLine[]): Wanted {
  return after.length === 0
    ? { status: 'cancelled', lines: before, fields: {}, because: CANCELLED_AS_EMPTY }
    : { status: order.status, lines: after, fields: {} }
}

type LineAsked = NonNullable<OrderChange['order_products']>[number]

function linesAsked(change: OrderChange): LineAsked[] | undefined {
  const asked = change.order_products ?? change.products
  if (asked && new Set(asked.map((line) => line.blister_id)).size !== asked.length) {
    throw invalid({ order_products: ['La misma presentación está dos veces en el pedido'] })
  }
  return asked
}

/** An existing line keeps its price and product data; a new one gets today's. */
async function linesWanted(tx: Tx, lines: FrozenLine[], asked: LineAsked[]): Promise<FrozenLine[]> {
  const known = new Map(lines.map((line) => [line.blister_id, line]))
  const added = asked.filter((line) => !known.has(line.blister_id)).map((line) => line.blister_id)
  const goods = await getForOrder(tx, added)
  return asked.map(({ blister_id, product_id, quantity }) => {
    const line = known.get(blister_id)
    if (line) {
      if (line.product_id !== product_id) throw ofAnotherProduct()
      return { ...line, quantity }
    }
    const item = goods.get(blister_id)
    if (!item) throw goneFromShop()
    return freezeLine({ blister_id, product_id, quantity }, item)
  })
}

/** The total before the change may be sent back. */
function refuseOtherTotal(asked: number | undefined, order: OrderRow, fields: OrderFields): void {
  if (asked === undefined || asked === toPesos(order.total)) return
  if (asked === toPesos(fields.total ?? order.total)) return
  throw invalid({ total: ['El total es la suma de los productos: no se cambia solo'] })
}

// ---- Consequences ----------------------------------------------------------------------------------------------

interface Change {
  order: OrderRow
  before: FrozenLine[]
  wanted: Wanted
  by: By
  at: Date
  cancelReason: StockReason
}

async function followStock(tx: Tx, { order, before, wanted, by, at, cancelReason }: Change): Promise<void> {
  const { take, giveBack } = stockDifference(holdsStock(order.status) ? before : [], heldBy(wanted))
  if (take.length + giveBack.length === 0) return
  const facts = { orderId: order.id, userId: by.id, at }
  if (take.length > 0) {
    if (order.status === 'cancelled' && order.handed_at !== null)
      await retakeLots(tx, { orderId: order.id, touched: take.map(({ blister_id }) => blister_id) }, facts)
    const reason = order.status === 'cancelled' ? 'reopened' : 'order_edited'
    await takeStock(tx, { ...facts, lines: take, reason })
  }
  const left = new Set(wanted.lines.map((line) => line.blister_id))
  const cancelled = wanted.status === 'cancelled'
  const byReason = Map.groupBy(giveBack, (line) =>
    cancelled ? cancelReason : left.has(line.blister_id) ? 'order_edited' : 'line_removed',
  )
  for (const [reason, lines] of byReason) await returnStock(tx, { ...facts, lines, reason })
}

function heldBy({ status, lines }: Wanted): FrozenLine[] {
  return holdsStock(status) ? lines : []
}

/** Completing an order that was not handed over lets its units leave. */
function leavesShelf({ status, handed_at }: OrderRow, wanted: Wanted): boolean {
  return wanted.status === 'completed' && status !== 'completed' && handed_at === null
}

/** Resets the mark of a prepared order, as the packed goods differ from the ordered ones. */
function unpacked({ prepared_at, handed_at }: OrderRow): OrderFields {
  return prepared_at === null || handed_at !== null ? {} : { prepared_at: null, changed_after_prepared: true }
}

function differing(order: OrderRow, fields: OrderFields): OrderFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => order[field as keyof OrderRow] !== value),
  )
}

/** A canonical text of lines, independent of their order; with `units` without their prices. */
function unordered(lines: FrozenLine[], of: 'all' | 'units' = 'all'): string {
  return summary(lines)
    .map(({ price_at_time, ...units }) => JSON.stringify(of === 'units' ? units : [units, price_at_time]))
    .toSorted()
    .join()
}
