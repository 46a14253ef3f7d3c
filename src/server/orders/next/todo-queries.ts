import { type RawBuilder, sql } from 'kysely'
import { SECRET_KINDS } from '../../../contract/messages/mail-kinds.ts'
import { LARGE_PARTS, LARGE_UNITS, TODO_SHOWN, type TodoKey } from '../../../contract/orders/todo.ts'
import { IS_ON_HOLD, isLow } from '../../catalog/catalog.ts'
import type { Db } from '../../db/connect.ts'
import { CAN_EXPIRE, MAY_WAIT, nextActionCase } from './next-queries.ts'

export interface TodoRow {
  key: TodoKey
  count: number
  oldest: Date | null
  ids: number[]
}

interface TodoFacts {
  now: Date
  /** Mails tried since before this instant are late. */
  mailTriedBefore: Date
  /** Claims filed before this instant are late. */
  lateBefore: Date
  /** The default low mark. */
  usualLow: number
}

/** The non-empty queues of `keys`. */
export async function listTodo(db: Db, keys: readonly TodoKey[], facts: TodoFacts): Promise<TodoRow[]> {
  const others = othersThanOrders(facts).filter(({ key }) => keys.includes(key))
  const rows = await Promise.all([listWaiting(db, keys, facts.now), listQueues(db, others)])
  return rows.flat()
}

interface Queue {
  key: TodoKey
  things: RawBuilder<unknown>
}

function othersThanOrders({ mailTriedBefore, lateBefore, usualLow }: TodoFacts): Queue[] {
  return [
    { key: 'orders_large', things: LARGE_ORDERS },
    {
      key: 'lots_held',
      // From the lots on hold, which are few, to their orders on the shelf.
      things: sql`select o.id, o.created_at as at from orders o
        where o.status = 'pending' and o.handed_at is null and not o.is_archived and o.id in (
          select m.order_id from lots l join lot_movements m on m.lot_id = l.id
          where ${IS_ON_HOLD} and m.order_id is not null
          group by m.order_id, m.lot_id, m.blister_id having sum(m.change) < 0)`,
    },
    {
      key: 'claims_late',
      things: sql`select id, created_at as at from warranty_claims
        where status in ('pending', 'reviewing') and created_at < ${lateBefore}`,
    },
    {
      key: 'claims_new',
      things: sql`select id, created_at as at from warranty_claims
        where status = 'pending' and created_at >= ${lateBefore}`,
    },
    {
      key: 'regrets_new',
      things: sql`select id, received_at as at from regret_requests where status = 'received'`,
    },
    {
      key: 'access_waiting',
      things: sql`select id, created_at as at from access_requests where status = 'waiting'`,
    },
    {
      key: 'mail_late',
      // Codes too: a mail server that refuses them refuses the next customer's code.
      things: sql`select id, coalesce(retried_at, created_at) as at from outbox
        where sent_at is null and failed_at is null and attempts > 0 and last_error <> ''
          and coalesce(retried_at, created_at) < ${mailTriedBefore}`,
    },
    {
      key: 'mail_failed',
      // Failed codes are left out: the person requests a new one.
      things: sql`select id, failed_at as at from outbox
        where failed_at is not null and settled_at is null and coalesce(kind, '') <> all(${SECRET_KINDS})`,
    },
    {
      key: 'prices_failed',
      things: sql`select id, closed_at as at from price_schedules
        where state in ('partial', 'failed') and seen_at is null`,
    },
    {
      key: 'stock_low',
      things: sql`select b.id, null::timestamptz as at from blisters b join products p on p.id = b.product_id
        where ${isLow(usualLow)}`,
    },
  ]
}

/** From the unpaid orders of customers to the presentations of which one of them holds a large part. */
const LARGE_ORDERS = sql`
  with held as (
    select l.blister_id, sum(l.quantity) as units, array_agg(orders.id) as order_ids
    from orders join order_lines l on l.order_id = orders.id and l.is_reserved
    where ${CAN_EXPIRE} and orders.channel = 'web' and not orders.is_archived
    group by orders.user_id, l.blister_id having sum(l.quantity) >= ${LARGE_UNITS}
  ), large as (
    select unnest(held.order_ids) as id from held join blisters b on b.id = held.blister_id
    where held.units * ${LARGE_PARTS} > b.stock + b.withheld + (
      select sum(r.quantity) from order_lines r where r.is_reserved and r.blister_id = b.id)
  )
  select id, created_at as at from orders where id in (select id from large)`

async function listWaiting(db: Db, keys: readonly TodoKey[], now: Date): Promise<TodoRow[]> {
  const { rows } = await sql<TodoRow>`
    select key, max(total)::int as count, min(created_at) as oldest, array_agg(id order by place) as ids
    from (
      select key, id, created_at, count(*) over (partition by key) as total,
        row_number() over (partition by key order by created_at, id) as place
      from (
        select ${nextActionCase(now)} as key, id, created_at from orders where ${MAY_WAIT} and not is_archived
      ) as waiting where key = any(${keys})
    ) as queues where place <= ${TODO_SHOWN}
    group by key`.execute(db)
  return rows
}

async function listQueues(db: Db, queues: Queue[]): Promise<TodoRow[]> {
  if (queues.length === 0) return []
  const summaries = queues.map(
    ({ key, things }) => sql`(
      with things as materialized (${things})
      select ${key}::text as key, count(*)::int as count, min(at) as oldest,
        array(select id from things order by at, id limit ${TODO_SHOWN}) as ids
      from things)`,
  )
  const { rows } = await sql<TodoRow>`${sql.join(summaries, sql` union all `)}`.execute(db)
  return rows.filter(({ count }) => count > 0)
}
