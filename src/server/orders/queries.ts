import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { MAX_FOUND } from '../../contract/limits.ts'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import type { OrderQuery } from '../../contract/orders/order-list.ts'
import type { AdminOrder } from '../../contract/orders/orders.ts'
import { isNumber, searchedPhone } from '../../contract/phone.ts'
import type { Db } from '../db/connect.ts'
import { IS_ON_HOLD } from '../catalog/catalog.ts'
import { ORDER_COLUMNS } from '../db/columns.ts'
import { containing, folded, hasWords, PERSON_NAMES, PRODUCT_NAME } from '../db/like.ts'
import { LIKE_WORDS, PLANNED_EACH_TIME } from '../db/prepared.ts'
import type { OrderLineRow, Tables } from '../db/tables.ts'
import { LINE_COLUMNS } from './new-rows.ts'
import { type ChosenLot, type OrderParts, type OrderWithCustomer, orderView } from './order-view.ts'
import { matchingMarks, nextActionCase } from './next/next-queries.ts'
import { notesJson } from './notes/note-queries.ts'
import { paymentsJson } from './payments/payment-queries.ts'

/** A page of a list; `now` determines overdue and expiring orders. */
interface Listed {
  limit: number
  offset: number
  now: Date
}

export async function findOrder(db: Db, id: number, now: Date): Promise<AdminOrder | undefined> {
  const rows = await ordersWithCustomer(db, now).where('orders.id', '=', id).execute()
  return (await withLines(db, rows))[0]
}

/** In the order of the ids, without unknown ones. */
export async function listOrdersById(db: Db, ids: number[], now: Date): Promise<AdminOrder[]> {
  const rows = await ordersWithCustomer(db, now).where('orders.id', '=', sql<number>`any(${ids})`).execute()
  return (await withLines(db, rows)).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Newest first. */
export async function listOrdersOfUser(
  db: Db,
  userId: number,
  { limit, offset, now }: Listed,
): Promise<AdminOrder[]> {
  const rows = await ordersWithCustomer(db, now)
    .where('orders.user_id', '=', userId)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return withLines(db, rows)
}

export async function countOrdersOfUser(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first, with the count of the filter and of each tab. */
export async function listAllOrders(
  db: Db,
  query: OrderQuery,
  { limit, offset, now }: Listed,
): Promise<{ results: AdminOrder[]; count: number; counts: Record<OrderStatus, number> }> {
  // Selects ids first, by an index-only scan, so that skipped rows are not read.
  const page = db
    .selectFrom('orders')
    .select('orders.id')
    .where((row) => matches(row, query, now))
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .offset(offset)
  const rows = await ordersWithCustomer(db, now)
    .modifyFront(PLANNED_EACH_TIME)
    .where('orders.id', 'in', page)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .execute()
  const piles = await countPiles(db)
  const isPile = !query.search && query.orderId === undefined && matchingMarks(query, now).length === 0
  const count = isPile ? sumOf(piles.filter((pile) => isIn(pile, query))) : await countOrders(db, query, now)
  return { results: await withLines(db, rows), count, counts: tabsOf(piles) }
}

/** The orders of a list with a lower number, the highest first. */
export async function listOrdersBelow(
  db: Db,
  query: OrderQuery,
  { below, limit, now }: { below: number; limit: number; now: Date },
): Promise<AdminOrder[]> {
  const rows = await ordersWithCustomer(db, now)
    .modifyFront(PLANNED_EACH_TIME)
    .where((row) => matches(row, query, now))
    .where('orders.id', '<', below)
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()
  return withLines(db, rows)
}

interface Pile {
  status: OrderStatus
  is_archived: boolean
  count: number
}

/** Every order is in one of six groups; tabs and most counts are sums of these. In the order of an index. */
function countPiles(db: Db): Promise<Pile[]> {
  return db
    .selectFrom('orders')
    .groupBy(['is_archived', 'status'])
    .select((row) => ['status', 'is_archived', row.fn.countAll<number>().as('count')])
    .execute()
}

/** Counts up to `MAX_FOUND`, as an exact count would cost too much. */
async function countOrders(db: Db, query: OrderQuery, now: Date): Promise<number> {
  const found = db
    .selectFrom('orders')
    .select('orders.id')
    .where((row) => matches(row, query, now))
    .limit(MAX_FOUND)
  const { count } = await db
    .selectFrom(found.as('found'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function isIn(pile: Pile, { status, archived }: OrderQuery): boolean {
  return (
    (status === undefined || pile.status === status) &&
    (archived === undefined || pile.is_archived === archived)
  )
}

/** Archived orders count only as cancelled, not as pending or completed. */
function tabsOf(piles: Pile[]): Record<OrderStatus, number> {
  const shown = piles.filter((pile) => !pile.is_archived || pile.status === 'cancelled')
  const tab = (status: OrderStatus) => sumOf(shown.filter((pile) => pile.status === status))
  return { pending: tab('pending'), completed: tab('completed'), cancelled: tab('cancelled') }
}

function sumOf(piles: Pile[]): number {
  return piles.reduce((sum, { count }) => sum + count, 0)
}

const chosenLots = sql<ChosenLot[]>`coalesce((
  select jsonb_agg(jsonb_build_object('blister_id', c.blister_id, 'lot_id', c.lot_id, 'code', c.code,
    'quantity', c.quantity, 'is_on_hold', c.is_on_hold, 'is_public', c.is_public) order by c.first)
  from (
    select m.blister_id, m.lot_id, l.code, l.is_public, ${IS_ON_HOLD} as is_on_hold, -sum(m.change) as quantity, min(m.id) as first
    from lot_movements m join lots l on l.id = m.lot_id where m.order_id = orders.id
    group by 1, 2, 3, 4, 5 having sum(m.change) < 0
  ) c), '[]')`

const COLUMNS = ORDER_COLUMNS.map((column) => `orders.${column}` as const)

function ordersWithCustomer(db: Db, now: Date) {
  return db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .select(COLUMNS)
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .select(sql<boolean>`users.email_verified_at is not null`.as('can_mail'))
    .select([
      paymentsJson.as('payments'),
      notesJson.as('notes'),
      chosenLots.as('lots'),
      nextActionCase(now).as('next_action'),
      sql<string | null>`(select value #>> '{}' from settings where key = 'carriers')`.as('carriers'),
    ])
    .select(
      sql<string | null>`(select username from users where id = orders.created_by)`.as('created_by_name'),
    )
}

type Row = ExpressionBuilder<Tables, 'orders'>

function matches(row: Row, query: OrderQuery, now: Date): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = matchingMarks(query, now)
  if (query.status !== undefined) all.push(row('orders.status', '=', query.status))
  if (query.archived !== undefined) all.push(row('orders.is_archived', '=', query.archived))
  if (query.orderId !== undefined) all.push(row('orders.id', '=', query.orderId))
  if (query.search) all.push(found(row, query.search))
  return row.and(all)
}

/**
 * Matches names of customer, recipient or product, or the e-mail, by words in any order; the phone in any spelling; the
 * whole tracking number; or the order number, with or without `#`.
 */
function found(row: Row, search: string): Expression<SqlBool> {
  const contact = folded(sql`orders.customer_phone || ' ' || orders.customer_email`)
  const digits = searchedPhone(search)
  const any: Expression<SqlBool>[] = [
    hasWords(folded(sql`orders.recipient_name`), search),
    // An array lets each side of the `or` use its index.
    sql<SqlBool>`orders.user_id = any(array(
      select id from users where ${hasWords(PERSON_NAMES, search)}))`,
    sql<SqlBool>`orders.id = any(array(select order_id from order_lines where product_id = any(array(
      select id from products where ${hasWords(PRODUCT_NAME, search)}))))`,
  ]
  if (digits !== undefined) any.push(sql<SqlBool>`${contact} ${LIKE_WORDS} ${containing(digits)}`)
  else if (!isNumber(search)) any.push(hasWords(contact, search))
  if (/\d/.test(search))
    any.push(sql<SqlBool>`orders.id = any(array(select id from orders as sent
      where sent.tracking <> '' and upper(replace(sent.tracking, ' ', '')) = ${search.replaceAll(' ', '').toUpperCase()}))`)
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  if (number !== undefined) any.push(row('orders.id', '=', Number(number)))
  return row.or(any)
}

/** One query for the lines of all orders. */
async function withLines(db: Db, orders: (OrderWithCustomer & OrderParts)[]): Promise<AdminOrder[]> {
  const lines = await linesOf(
    db,
    orders.map(({ id }) => id),
  )
  const byOrder = Map.groupBy(lines, (line) => line.order_id)
  return orders.map((order) => orderView(order, byOrder.get(order.id) ?? []))
}

export async function linesOf(db: Db, orderIds: number[]): Promise<OrderLineRow[]> {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('order_lines')
    .select(LINE_COLUMNS)
    .where('order_id', '=', sql<number>`any(${orderIds})`)
    .orderBy('id')
    .execute()
}
