import { type RawBuilder, sql } from 'kysely'
import type * as contract from '../../../contract/orders/orders.ts'
import type { AdminOrder, OrderRequest } from '../../../contract/orders/orders.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import { COORDINATED_ADDRESS, DELIVERY_LABEL, ADDRESS_REQUIRED } from '../../../contract/orders/recipient.ts'
import { recording } from '../../activity/activity.ts'
import { refuseShort, takeAvailable } from '../../catalog/catalog.ts'
import { onceBy } from '../../db/idempotency.ts'
import { takeTurn } from '../../limits/quota.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import type { OrderLineRow, OrderRow } from '../../db/tables.ts'
import { DomainError, invalid, sessionOver } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { enqueueing, type Letter } from '../../mail/outbox.ts'
import { orderMailToCustomer, orderMailToShop } from '../../mail/order-templates.ts'
import { sparing } from '../../mail/sparing.ts'
import { getRememberedSettings, type Settings, shopAddress } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { updatePhone } from '../../users/users.ts'
import { type FrozenLine, freezeLines } from '../frozen-lines.ts'
import { insertingLines, insertingOrder, type NewOrder, NEW_ORDER_DEFAULTS } from '../new-rows.ts'
import { NEW_ORDER_PARTS, orderView } from '../order-view.ts'
import { endOfReservation, goneFromShop, mergeItems, totalOf } from '../rules.ts'

/**
 * Takes the stock and stores the order at today's prices, with its mails and its activity row, all or nothing. The
 * transaction has three statements, and one more for each of an `Idempotency-Key` and a new telephone (decision 0017).
 * Refusals: 400 for goods that cannot be sold, 401 for a deleted account, 409 `OUT_OF_STOCK` or `LIMIT_REACHED`, 429.
 */
export async function placeOrder({
  shop,
  user: customer,
  body: request,
  key: idempotencyKey,
}: InputOf<typeof contract.placeOrder>) {
  const wanted = mergeItems(request.products)
  const at = shop.now()
  await takeTurn(shop.db, shop, 'orders', customer.id)
  const settings = await getRememberedSettings(shop)
  const keyed = { key: idempotencyKey, request: ['placeOrder', request], at }
  return inTransaction(shop.database, (tx) =>
    onceBy<AdminOrder>(tx, customer.id, keyed, async (keeping) => {
      const shippingAddress = deliverTo(request, settings)
      const locked = await lockCustomer(tx, customer.id)
      if (locked.phone !== request.customer_phone) await updatePhone(tx, customer.id, request.customer_phone)

      // Statement 2. Stock before lines, to lock presentations in id order; foreign keys of the lines would lock them
      // in any order.
      const cause = { reason: 'order', orderId: locked.orderId, userId: customer.id, at } as const
      const goods = await takeAvailable(tx, { lines: wanted, numberedBy: 'order_lines_id_seq', ...cause })
      const lines = freezeLines(wanted, goods)
      await refuseShort(tx, wanted, goods)

      const row = orderRow(locked, request, { shippingAddress, lines, settings, at })
      const lineRows = numbered(lines, goods, locked.orderId)
      const order = orderView({ ...locked, ...NEW_ORDER_DEFAULTS, ...NEW_ORDER_PARTS, ...row }, lineRows)
      const seen = await writeOrder(tx, row, lineRows, [
        recording(tx, orderActivity(order, at)),
        enqueueing(tx, orderMails(shop, locked, order, { settings, at })),
        ...keeping(order),
      ])
      if (seen.isHidden) throw goneFromShop()
      refuseHoarding(lines, seen.held, settings)
      if (seen.pending >= settings.max_pending_orders) throw tooManyPending(settings.max_pending_orders)
      return order
    }),
  )
}

function deliverTo(request: OrderRequest, settings: Settings): string {
  if (request.delivery_type === 'coordinate') return COORDINATED_ADDRESS
  if (!settings.address_delivery) {
    throw invalid({
      delivery_type: [`El envío a domicilio no está disponible: elegí «${DELIVERY_LABEL.coordinate}»`],
    })
  }
  if (request.shipping_address === '') throw invalid({ shipping_address: [ADDRESS_REQUIRED] })
  return request.shipping_address
}

type Goods = Awaited<ReturnType<typeof takeAvailable>>

/** The current account, which may differ from the session's, with the id of the new order. */
interface LockedCustomer {
  customerId: number
  username: string
  first_name: string
  last_name: string
  email: string
  phone: string
  orderId: number
}

/**
 * Statement 1: locks the account, so that orders of one customer are placed one at a time, and takes the order's id
 * from its sequence. Throws 401 when the account is deleted or inactive.
 */
async function lockCustomer(tx: Tx, customerId: number): Promise<LockedCustomer> {
  const { rows } = await sql<LockedCustomer>`
    select id as "customerId", username, first_name, last_name, email, phone, nextval('orders_id_seq') as "orderId"
    from users where id = ${customerId} and is_active for no key update`.execute(tx)
  const [locked] = rows
  if (!locked) throw sessionOver()
  return locked
}

interface NewRow {
  shippingAddress: string
  lines: FrozenLine[]
  settings: Settings
  at: Date
}

function orderRow(
  { orderId, customerId, email }: LockedCustomer,
  request: OrderRequest,
  { shippingAddress, lines, settings, at }: NewRow,
): NewOrder & Partial<Pick<OrderRow, 'expires_at'>> {
  const expires_at = endOfReservation(at, settings.pending_expiry_days)
  return {
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
    ...(expires_at && { expires_at }),
  }
}

/** Assigns ascending ids, so that lines keep the order in which they were sent. */
export function numbered(lines: FrozenLine[], goods: Goods, orderId: number): OrderLineRow[] {
  const ids = [...goods.values()].flatMap(({ number }) => number ?? []).toSorted((a, b) => a - b)
  return lines.map((line, index) => {
    const id = ids[index]
    if (id === undefined) throw new Error('Fewer ids than lines')
    return { ...line, id, order_id: orderId }
  })
}

function orderActivity(order: AdminOrder, at: Date): Parameters<typeof recording>[1] {
  return {
    at,
    action: 'order',
    entity: 'order',
    entityId: order.id,
    description: `Pedido #${order.id} creado`,
    userId: order.customer_id,
    changes: { order_total: order.total, products: order.products.length },
  }
}

function orderMails(
  shop: Shop,
  { customerId, username }: LockedCustomer,
  order: AdminOrder,
  { settings, at }: { settings: Settings; at: Date },
): Letter[] {
  const origin = shop.config.publicUrl
  const about = { userId: customerId, orderId: order.id, at }
  const toCustomer = { ...about, to: order.customer_email, ...orderMailToCustomer(origin, order) }
  const to = shopAddress(settings)
  const toShop = to !== '' && {
    ...about,
    to,
    replyTo: order.customer_email,
    ...orderMailToShop(origin, order),
  }
  return sparing(shop, { id: customerId, username }, [toCustomer, ...(toShop ? [toShop] : [])])
}

interface Seen {
  pending: number
  isHidden: boolean
  /** Of the other pending orders that the customer placed, the lines with presentations of this one: their ids and units. */
  held: [blisterId: number, units: number][][]
}

/**
 * Statement 3: writes the order, its lines and `others` at once. Returns how many pending orders the customer had
 * before, their units of these goods, and whether one of the products has been hidden. It must follow the statements that lock account and
 * presentations, as a statement only sees what was committed when it began: two concurrent orders cannot both be the
 * last one allowed.
 */
async function writeOrder(
  tx: Tx,
  order: NewOrder,
  lines: OrderLineRow[],
  others: RawBuilder<unknown>[],
): Promise<Seen> {
  const written = [insertingOrder(order), insertingLines(lines), ...others].map(
    (statement, index) => sql`${sql.raw(`written_${index}`)} as (${statement})`,
  )
  const productIds = lines.map((line) => line.product_id)
  const blisterIds = lines.map((line) => line.blister_id)
  // `limit` keeps one plan for any number of lines.
  const { rows } = await sql<Seen>`
    with ${sql.join(written)}
    select pending, held, exists (
      select from (select unnest(${productIds}::int[]) as id limit ${lines.length}) as sold
      join products using (id) where not available or deleted_at is not null
    ) as "isHidden"
    from pending_orders_of(${order.user_id}::int, ${blisterIds}::int[])`.execute(tx)
  const [seen] = rows
  if (!seen) throw new Error('An aggregate has a row')
  return seen
}

/** Throws `LIMIT_REACHED` for the first line that makes the customer's pending units of a presentation too many. */
function refuseHoarding(
  lines: FrozenLine[],
  held: Seen['held'],
  { max_pending_units: most, whatsapp }: Settings,
): void {
  if (most === 0) return
  const pending = held.flat()
  const unitsOf = (blister: number) =>
    pending.reduce((sum, [id, units]) => (id === blister ? sum + units : sum), 0)
  const over = lines.find(({ blister_id, quantity }) => unitsOf(blister_id) + quantity > most)
  if (!over) return
  const title = { name: over.product_name, type: over.product_type, seed_count: over.seed_count }
  throw tooManyUnits(presentationTitle(title), {
    most,
    left: most - unitsOf(over.blister_id),
    hasChat: whatsapp !== '',
  })
}

function tooManyUnits(
  title: string,
  { most, left, hasChat }: { most: number; left: number; hasChat: boolean },
): DomainError {
  const rule = `Hasta ${most} de ${title} por cliente, sumando tus pedidos pendientes`
  const now = left > 0 ? `ahora podés pedir ${left}` : 'ya los tenés'
  const more = hasChat ? 'Si querés más, escribinos por WhatsApp.' : 'Si querés más, escribinos.'
  return new DomainError('LIMIT_REACHED', `${rule}: ${now}. ${more}`)
}

function tooManyPending(most: number): DomainError {
  return new DomainError('LIMIT_REACHED', `Hay ${most} pedidos pendientes: es el máximo por cuenta`)
}
