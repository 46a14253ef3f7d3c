import { sql } from 'kysely'
import type { Db } from '../../../src/server/db/connect.ts'

/** Where the units of one presentation are. */
export interface Book {
  blister: number
  stock: number
  /** The sum of its ledger. */
  ledger: number
  /** Initial stock, and whatever an admin moved outside orders. */
  cameIn: number
  /** In lines of pending orders. */
  held: number
  /** In lines of completed orders. */
  shipped: number
  /** Units of completed orders that were deleted. */
  gone: number
}

/** The books of all presentations, in one statement, for a consistent snapshot during sales. */
export async function readBooks(db: Db): Promise<Book[]> {
  const { rows } = await sql<Book>`
    with ledger as (
      select m.blister_id, sum(m.change)::int as ledger,
        coalesce(sum(m.change) filter (where m.order_id is null), 0)::int as came_in,
        -coalesce(sum(m.change) filter (where m.order_id is not null and o.id is null), 0)::int as gone
      from stock_movements m left join orders o on o.id = m.order_id group by m.blister_id
    ), lines as (
      select l.blister_id, coalesce(sum(l.quantity) filter (where o.status = 'pending'), 0)::int as held,
        coalesce(sum(l.quantity) filter (where o.status = 'completed'), 0)::int as shipped
      from order_lines l join orders o on o.id = l.order_id group by l.blister_id
    )
    select b.id as blister, b.stock, coalesce(ledger, 0) as ledger, coalesce(came_in, 0) as "cameIn",
      coalesce(held, 0) as held, coalesce(shipped, 0) as shipped, coalesce(gone, 0) as gone
    from blisters b left join ledger on ledger.blister_id = b.id left join lines on lines.blister_id = b.id
    order by b.id`.execute(db)
  return rows
}

/** A sentence for each presentation whose units do not add up. */
export async function bookProblems(db: Db): Promise<string[]> {
  return (await readBooks(db)).flatMap((book) => {
    const { blister, stock, ledger, cameIn, held, shipped, gone } = book
    if (stock >= 0 && stock === ledger && stock + held + shipped + gone === cameIn) return []
    return [`presentation ${blister}: ${JSON.stringify(book)}`]
  })
}

/** Incomplete orders: without lines, with a wrong total, units missing in the ledger, or too few mails and log rows. */
export async function halfOrders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: number; why: string }>`
    with lines as (
      select order_id, count(*) as lines, sum(quantity * price_at_time) as total, sum(quantity) as units
      from order_lines group by order_id
    ), moved as (
      select order_id, -sum(change) as units from stock_movements where order_id is not null group by order_id
    ), logged as (
      select entity_id, count(*) as entries from activity_log where entity = 'order' and action = 'order' group by entity_id
    )
    select o.id, case
      when lines.lines is null then 'no lines'
      when lines.total <> o.total then 'another total than its lines'
      when coalesce(moved.units, 0) <> case o.status when 'cancelled' then 0 else lines.units end then 'units not in the ledger'
      when coalesce(logged.entries, 0) <> 1 then 'not one entry in the log'
    end as why
    from orders o left join lines on lines.order_id = o.id left join moved on moved.order_id = o.id
      left join logged on logged.entity_id = o.id
    where lines.lines is null or lines.total <> o.total or coalesce(logged.entries, 0) <> 1
      or coalesce(moved.units, 0) <> case o.status when 'cancelled' then 0 else lines.units end
    order by o.id`.execute(db)
  return rows.map(({ id, why }) => `order ${id}: ${why}`)
}

/** The ids that do not exist. */
export async function missingOrders(db: Db, ids: number[]): Promise<number[]> {
  const rows = await db.selectFrom('orders').select('id').execute()
  const there = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !there.has(id))
}
