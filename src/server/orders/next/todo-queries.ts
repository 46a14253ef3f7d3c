import { type RawBuilder, sql } from 'kysely'
import { LOW_PRODUCT_STOCK } from '../../../contract/limits.ts'
import { TODO_SHOWN, type TodoKey } from '../../../contract/orders/todo.ts'
import type { Day } from '../../days.ts'
import type { Db } from '../../db/connect.ts'
import { MAY_WAIT, nextActionCase } from './next-queries.ts'

export interface TodoRow {
  key: TodoKey
  count: number
  oldest: Date | null
  ids: number[]
}

/** The queues that are not empty. `lateBefore`: claims from before this instant should have an answer. */
export async function listTodo(
  db: Db,
  { today, lateBefore }: { today: Day; lateBefore: Date },
): Promise<TodoRow[]> {
  const rows = await Promise.all([
    listWaiting(db, today),
    listQueue(
      db,
      'claims_late',
      sql`select id, created_at as at from warranty_claims
      where status in ('pending', 'reviewing') and created_at < ${lateBefore}`,
    ),
    listQueue(db, 'mail_failed', sql`select id, failed_at as at from outbox where failed_at is not null`),
    listQueue(
      db,
      'stock_low',
      sql`select product_id as id, null::timestamptz as at from blisters b
      join products p on p.id = b.product_id and p.available and p.deleted_at is null where b.deleted_at is null
      group by product_id having sum(stock) > 0 and sum(stock) < ${LOW_PRODUCT_STOCK}`,
    ),
  ])
  return rows.flat()
}

async function listWaiting(db: Db, today: Day): Promise<TodoRow[]> {
  const { rows } = await sql<TodoRow>`
    select key, max(total)::int as count, min(created_at) as oldest, array_agg(id order by place) as ids
    from (
      select key, id, created_at, count(*) over (partition by key) as total,
        row_number() over (partition by key order by created_at, id) as place
      from (
        select ${nextActionCase(today)} as key, id, created_at from orders where ${MAY_WAIT} and not is_archived
      ) as waiting where key is not null
    ) as queues where place <= ${TODO_SHOWN}
    group by key`.execute(db)
  return rows
}

async function listQueue(db: Db, key: TodoKey, things: RawBuilder<unknown>): Promise<TodoRow[]> {
  const { rows } = await sql<Omit<TodoRow, 'key'>>`
    with things as materialized (${things})
    select count(*)::int as count, min(at) as oldest,
      array(select id from things order by at, id limit ${TODO_SHOWN}) as ids
    from things`.execute(db)
  return rows.filter(({ count }) => count > 0).map((row) => ({ key, ...row }))
}
