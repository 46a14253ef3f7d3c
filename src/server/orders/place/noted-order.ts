import { sql } from 'kysely'
import { type Centavos, formatPesos, toCentavos, toPesos } from '../../../contract/money.ts'
import type { ManualOrder } from '../../../contract/orders/manual-orders.ts'
import type { OrderChannel } from '../../../contract/orders/order-desk.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import { COORDINATED_ADDRESS } from '../../../contract/orders/recipient.ts'
import { recordActivity } from '../../activity/activity.ts'
import { refuseShort, type Sellable, takeAvailable } from '../../catalog/catalog.ts'
import type { OrderRow } from '../../db/tables.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../errors.ts'
import { type FrozenLine, freezeLine } from '../frozen-lines.ts'
import { insertingLines, insertingOrder } from '../new-rows.ts'
import { goneFromShop, mergeItems, totalOf, type Units } from '../rules.ts'
import { numbered } from './place-order.ts'

/** An order entered by the shop. */
interface NotedOrder extends Pick<ManualOrder, 'lines' | 'delivery_type' | 'shipping_address'> {
  recipient: Recipient
  channel: OrderChannel
  /** The claim of a replacement order. */
  claimId?: number
}

type Recipient = Pick<OrderRow, 'user_id' | 'recipient_name' | 'customer_phone' | 'customer_email'>

/** Takes the stock and writes the order with its log entry; resolves to its id. */
export async function placeNoted(
  tx: Tx,
  { recipient, channel, claimId, ...order }: NotedOrder,
  { by, at }: { by: number; at: Date },
): Promise<number> {
  const id = await nextId(tx)
  const wanted = mergeItems(order.lines)
  const cause = { reason: 'order', orderId: id, userId: by, at } as const
  const goods = await takeAvailable(tx, { lines: wanted, numberedBy: 'order_lines_id_seq', ...cause })
  const lines = frozenLines(wanted, goods, pricesAsked(order))
  await refuseShort(tx, wanted, goods)
  const total = totalOf(lines)
  const isSent = order.delivery_type === 'address'
  await insertingOrder({
    id,
    ...recipient,
    status: 'pending',
    is_archived: false,
    delivery_type: order.delivery_type,
    shipping_address: isSent ? order.shipping_address : COORDINATED_ADDRESS,
    total,
    version: 1,
    created_at: at,
    updated_at: at,
    channel,
    created_by: by,
    claim_id: claimId ?? null,
  }).execute(tx)
  await insertingLines(numbered(lines, goods, id)).execute(tx)
  const changes = {
    order_total: toPesos(total),
    products: lines.length,
    channel,
    ...(claimId !== undefined && { claim_id: claimId }),
    ...changedPrices(lines, goods),
  }
  const about = { entity: 'order', entityId: id, description: `Pedido #${id} anotado por la tienda` } as const
  await recordActivity(tx, { at, action: 'order', ...about, userId: by, changes })
  return id
}

/** The customer, whose account is locked against removal. */
export async function recipientOf(
  tx: Tx,
  { customer_id, guest }: Pick<ManualOrder, 'customer_id' | 'guest'>,
): Promise<Recipient> {
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

/** By presentation; undefined for today's price. Refuses one presentation at two prices. */
function pricesAsked({ lines }: Pick<ManualOrder, 'lines'>): Map<number, Centavos | undefined> {
  const asked = new Map<number, Centavos | undefined>()
  for (const { blister_id, price_at_time } of lines) {
    const price = price_at_time === undefined ? undefined : toCentavos(price_at_time)
    if (asked.has(blister_id) && asked.get(blister_id) !== price)
      throw invalid({ lines: ['La misma presentación está a dos precios'] })
    asked.set(blister_id, price)
  }
  return asked
}

/** A presentation without a price can be sold at a price typed for the line. */
function frozenLines(
  wanted: Units[],
  goods: Map<number, Sellable>,
  prices: Map<number, Centavos | undefined>,
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

/** For the log: lines whose price differs from today's. */
function changedPrices(lines: FrozenLine[], goods: Map<number, Sellable>) {
  const changed = lines.flatMap((line) => {
    const today = goods.get(line.blister_id)?.final_price
    if (today === undefined || today === line.price_at_time) return []
    const { product_name: name, product_type: type, seed_count } = line
    return `${presentationTitle({ name, type, seed_count })}: ${formatPesos(toPesos(today))} → ${formatPesos(toPesos(line.price_at_time))}`
  })
  return changed.length === 0 ? {} : { other_prices: changed }
}
