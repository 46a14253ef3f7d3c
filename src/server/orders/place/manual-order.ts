import { sql } from 'kysely'
import type { ManualOrder } from '../../../contract/orders/manual-orders.ts'
import { type Centavos, formatPesos, toCentavos, toPesos } from '../../../contract/money.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { presentationName } from '../../../contract/catalog/presentations.ts'
import { COORDINATED_ADDRESS } from '../../../contract/orders/recipient.ts'
import { paidOnError } from '../../../contract/orders/order-desk.ts'
import { recordActivity } from '../../activity/activity.ts'
import { refuseShort, type Sellable, takeAvailable } from '../../catalog/catalog.ts'
import { dayOf } from '../../days.ts'
import { onceForKey } from '../../db/idempotency.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, invalid } from '../../errors.ts'
import type { SessionUser } from '../../http/caller.ts'
import type { Shop } from '../../shop.ts'
import { changeOrderIn } from '../change/change-order.ts'
import { mark } from '../delivery/delivery.ts'
import { insertNote } from '../notes/note-queries.ts'
import { type FrozenLine, freezeLine, insertingLines, insertingOrder } from '../order-rows.ts'
import { holdOrder, notePayment, readOrder } from '../payments/payments.ts'
import { numbered } from './place-order.ts'
import { goneFromShop, mergeItems, totalOf, type Units } from '../rules.ts'
import { refuseUnmailable, tellCustomer } from '../change/tell-customer.ts'

type By = Pick<SessionUser, 'id' | 'isAdmin'>

/**
 * Notes an order that somebody gave the shop, with its stock, payment and handing over, all or nothing. A repeated key is
 * answered with the order as it is then. Refusals: 400 for goods that are removed, an unknown account, a mail to an unverified one or a day to come, 409
 * `OUT_OF_STOCK` or `WITHOUT_PRICE`.
 */
export function placeManualOrder(
  shop: Shop,
  admin: SessionUser,
  request: ManualOrder,
  key: string | undefined,
): Promise<AdminOrder> {
  const at = shop.now()
  const wrongDay = request.payment && paidOnError(request.payment.paid_on, dayOf(at))
  if (wrongDay) throw invalid({ 'payment.paid_on': [wrongDay] })
  const keyed = { scope: `user:${admin.id}`, key, request: ['placeManualOrder', request], at }
  return inTransaction(shop.database, async (tx) => {
    const { id } = await onceForKey(tx, keyed, async () => {
      const placed = await place(tx, request, { by: admin, at })
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

/** Takes the stock and writes the order; resolves to its id. */
async function place(tx: Tx, request: ManualOrder, { by, at }: Noting): Promise<number> {
  const recipient = await recipientOf(tx, request)
  const id = await nextId(tx)
  const wanted = mergeItems(request.lines)
  const cause = { reason: 'order', orderId: id, userId: by.id, at } as const
  const goods = await takeAvailable(tx, { lines: wanted, numberedBy: 'order_lines_id_seq', ...cause })
  const lines = frozenLines(wanted, goods, pricesAsked(request))
  await refuseShort(tx, wanted, goods)
  const total = totalOf(lines)
  await insertingOrder({
    id,
    ...recipient,
    status: 'pending',
    is_archived: false,
    delivery_type: 'coordinate',
    shipping_address: COORDINATED_ADDRESS,
    total,
    version: 1,
    created_at: at,
    updated_at: at,
    channel: request.channel,
    created_by: by.id,
  }).execute(tx)
  await insertingLines(numbered(lines, goods, id)).execute(tx)
  const changes = {
    order_total: toPesos(total),
    products: lines.length,
    channel: request.channel,
    ...changedPrices(lines, goods),
  }
  const about = { entity: 'order', entityId: id, description: `Pedido #${id} anotado por la tienda` } as const
  await recordActivity(tx, { at, action: 'order', ...about, userId: by.id, changes })
  return id
}

/** Whose order it is. The account is locked, so that it is not removed meanwhile. */
async function recipientOf(tx: Tx, { customer_id, guest }: ManualOrder) {
  if (guest)
    return {
      user_id: null,
      recipient_name: guest.name,
      customer_phone: guest.phone,
      customer_email: guest.email,
    }
  const account = await tx
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', customer_id ?? 0)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw invalid({ customer_id: ['Esa cuenta ya no existe'] })
  const { id, username, first_name, last_name, email, phone } = account
  const name = `${first_name} ${last_name}`.trim().slice(0, 100) || username
  return { user_id: id, recipient_name: name, customer_phone: phone, customer_email: email }
}

/** By presentation. The same one at two prices is refused. */
function pricesAsked({ lines }: ManualOrder): Map<number, Centavos> {
  const asked = new Map<number, Centavos>()
  for (const { blister_id, price_at_time } of lines) {
    const price = price_at_time === undefined ? undefined : toCentavos(price_at_time)
    if (asked.has(blister_id) && asked.get(blister_id) !== price)
      throw invalid({ lines: ['La misma presentación está a dos precios'] })
    if (price !== undefined) asked.set(blister_id, price)
  }
  return asked
}

/** A presentation without a price can be sold at one of its own. */
function frozenLines(
  wanted: Units[],
  goods: Map<number, Sellable>,
  prices: Map<number, Centavos>,
): FrozenLine[] {
  return wanted.map((line) => {
    const [item, price] = [goods.get(line.blister_id), prices.get(line.blister_id)]
    if (!item) throw goneFromShop()
    return freezeLine(line, price === undefined ? item : { ...item, final_price: price }, price !== undefined)
  })
}

async function nextId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('orders_id_seq')::int as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sequence has a next number')
  return row.id
}

/** For the log: what is sold at another price than today's. */
function changedPrices(lines: FrozenLine[], goods: Map<number, Sellable>) {
  const changed = lines.flatMap((line) => {
    const today = goods.get(line.blister_id)?.final_price
    if (today === undefined || today === line.price_at_time) return []
    const kind = line.product_type === 'merch' ? '' : ` ${presentationName(line.seed_count)}`
    return `${line.product_name}${kind}: ${formatPesos(toPesos(today))} → ${formatPesos(toPesos(line.price_at_time))}`
  })
  return changed.length === 0 ? {} : { other_prices: changed }
}

/** The note, the payment and the handing over that come with it. */
async function noteAll(
  tx: Tx,
  id: number,
  { note, payment, handed, complete }: ManualOrder,
  { by, at }: Noting,
): Promise<void> {
  const noted = { order_id: id, text: note, visible: false, user_id: by.id, created_at: at, mailed_at: null }
  if (note !== '') await insertNote(tx, noted)
  if (payment)
    await notePayment(tx, await holdOrder(tx, id), {
      payment: { ...payment, kind: 'payment' },
      by: by.id,
      at,
    })
  if (handed) {
    const delivery = {
      state: 'handed',
      how: handed,
      carrier: '',
      tracking: '',
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
