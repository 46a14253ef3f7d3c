import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { OrderLineRow, OrderRow } from '../db/tables.ts'

/** The account as it is now: who asked may have been read before somebody else changed it. */
export interface Held {
  username: string
  first_name: string
  last_name: string
  email: string
  phone: string
  orderId: number
}

/**
 * Holds the row of the account until the end of the transaction, so that the orders of one customer are placed one after
 * the other, and takes the number of the new order. Undefined when the account is gone or inactive.
 */
export async function holdCustomer(tx: Db, userId: number): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select username, first_name, last_name, email, phone, nextval('orders_id_seq') as "orderId"
    from users where id = ${userId} and is_active for no key update`.execute(tx)
  return rows[0]
}

/**
 * Writes an order whose numbers were taken, with its lines and with `others`, all in one statement. Answers how
 * many pending orders the customer had, and whether one of the products has been hidden: it is a later statement than
 * those that hold account and presentations, so two orders at once cannot both be the last one allowed, and an order that
 * waited for an admin sees what that one did.
 */
export async function insertOrder(
  tx: Db,
  { order, lines }: { order: OrderRow; lines: OrderLineRow[] },
  others: RawBuilder<unknown>[],
): Promise<{ pending: number; isHidden: boolean }> {
  const written = [insertOrderRow(order), insertLines(lines), ...others].map(
    (statement, index) => sql`${sql.raw(`written_${index}`)} as (${statement})`,
  )
  // The status written out, as the index `orders_pending` has it. What a statement inserts it does not see itself.
  const { rows } = await sql<{ pending: number; isHidden: boolean }>`
    with ${sql.join(written)}
    select count(*) as pending, exists (
      select from (select unnest(${lines.map((line) => line.product_id)}::int[]) as id limit ${lines.length}) as sold
      join products using (id) where not available or deleted_at is not null
    ) as "isHidden"
    from orders where user_id = ${order.user_id} and status = 'pending'`.execute(tx)
  const [seen] = rows
  if (!seen) throw new Error('An aggregate has a row')
  return seen
}

function insertOrderRow(order: OrderRow): RawBuilder<unknown> {
  return sql`insert into orders
      (id, user_id, status, is_archived, recipient_name, customer_email, customer_phone, delivery_type,
        shipping_address, total, version, created_at, updated_at)
    overriding system value values (${order.id}, ${order.user_id}, ${order.status}, ${order.is_archived},
      ${order.recipient_name}, ${order.customer_email}, ${order.customer_phone}, ${order.delivery_type},
      ${order.shipping_address}, ${order.total}, ${order.version}, ${order.created_at}, ${order.updated_at})`
}

/** As lists, so that the statement is the same however many there are. */
function insertLines(lines: OrderLineRow[]): RawBuilder<unknown> {
  const list = (field: keyof OrderLineRow, type: string) =>
    sql`${lines.map((line) => line[field])}::${sql.raw(type)}[]`
  const columns = sql`id, order_id, product_id, blister_id, quantity, price_at_time, product_name, product_brand,
      product_image, product_type, seed_count`
  return sql`insert into order_lines (${columns})
    overriding system value select ${columns} from unnest(${list('id', 'int')}, ${list('order_id', 'int')},
      ${list('product_id', 'int')}, ${list('blister_id', 'int')}, ${list('quantity', 'int')},
      ${list('price_at_time', 'bigint')}, ${list('product_name', 'text')}, ${list('product_brand', 'text')},
      ${list('product_image', 'text')}, ${list('product_type', 'text')}, ${list('seed_count', 'int')}) as line (${columns})`
}
