import { type RawBuilder, sql } from 'kysely'
import type { Centavos } from '../../../contract/money.ts'
import type { ScheduleState } from '../../../contract/catalog/price-rule.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import type { ProductChange } from './price-runs.ts'

/** A schedule with the sums of its prices; of final prices if only discounts change. */
export interface ListedSchedule {
  id: number
  rule: unknown
  state: ScheduleState
  apply_at: Date
  created_at: Date
  closed_at: Date | null
  seen_at: Date | null
  run_id: number | null
  username: string | null
  count: number
  skipped: number
  sum_old: Centavos
  sum_new: Centavos
}

// Rounds half up, as `finalPrice`.
const FINAL_OLD = sql`round(old_price * (100 - old_discount) / 100)`
const FINAL_NEW = sql`round(new_price * (100 - new_discount) / 100)`

const schedules = (condition: RawBuilder<unknown>) => sql<ListedSchedule>`
  select s.id, s.rule, s.state, s.apply_at, s.created_at, s.closed_at, s.seen_at, s.run_id, u.username, sums.*
  from price_schedules s left join users u on u.id = s.user_id cross join lateral (
    select count(*)::int as count, count(*) filter (where is_done = false)::int as skipped,
      coalesce(sum(case when r.has_prices then old_price else ${FINAL_OLD} end), 0)::bigint as sum_old,
      coalesce(sum(case when r.has_prices then new_price else ${FINAL_NEW} end), 0)::bigint as sum_new
    from (
      select *, bool_or(old_price <> new_price) over () as has_prices from price_schedule_rows where schedule_id = s.id
    ) r
  ) sums
  where ${condition}`

export async function findSchedule(db: Db, id: number): Promise<ListedSchedule | undefined> {
  return (await schedules(sql`s.id = ${id}`).execute(db)).rows[0]
}

export async function listSchedules(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedSchedule[]> {
  const { rows } = await sql<ListedSchedule>`
    with page as (
      select id from price_schedules
      order by state = 'scheduled' desc, case when state = 'scheduled' then apply_at end, id desc
      limit ${limit} offset ${offset}
    )
    ${schedules(sql`s.id in (select id from page)`)}
    order by s.state = 'scheduled' desc, case when s.state = 'scheduled' then s.apply_at end, s.id desc`.execute(
    db,
  )
  return rows
}

export async function countSchedules(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('price_schedules')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertSchedule(
  tx: Tx,
  {
    rule,
    applyAt,
    changes,
    userId,
    at,
  }: {
    rule: object
    applyAt: Date
    changes: ProductChange[]
    userId: number
    at: Date
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('price_schedules')
    .values({ rule: JSON.stringify(rule), apply_at: applyAt, user_id: userId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into price_schedule_rows (schedule_id, blister_id, old_price, new_price, old_discount, new_discount)
    select ${id}::int, * from unnest(
      ${changes.map(({ blister_id }) => blister_id)}::int[],
      ${changes.map(({ from }) => from?.price ?? 0)}::bigint[],
      ${changes.map(({ to }) => to.price)}::bigint[],
      ${changes.map(({ from }) => from?.discount ?? 0)}::numeric[],
      ${changes.map(({ to }) => to.discount)}::numeric[]
    )`.execute(tx)
  return id
}

export function listDue(db: Db, now: Date): Promise<{ id: number }[]> {
  return db
    .selectFrom('price_schedules')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('apply_at', '<=', now)
    .orderBy('apply_at')
    .orderBy('id')
    .execute()
}

/** Locks a schedule that still waits. Waits while another instance runs it, so that all run in order. */
export function lockScheduled(tx: Tx, id: number) {
  return tx
    .selectFrom('price_schedules')
    .select(['id', 'rule', 'user_id'])
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .forUpdate()
    .executeTakeFirst()
}

/** Which of its prices did not change since it was scheduled. */
export async function listScheduledRows(
  tx: Tx,
  schedule: number,
): Promise<
  {
    blister_id: number
    product_id: number
    old_price: Centavos
    new_price: Centavos
    old_discount: number
    new_discount: number
    isSame: boolean
  }[]
> {
  return tx
    .selectFrom('price_schedule_rows as r')
    .innerJoin('blisters as b', 'b.id', 'r.blister_id')
    .select([
      'r.blister_id',
      'b.product_id',
      'r.old_price',
      'r.new_price',
      'r.old_discount',
      'r.new_discount',
      sql<boolean>`b.deleted_at is null and b.price = r.old_price and b.discount = r.old_discount`.as(
        'isSame',
      ),
    ])
    .where('r.schedule_id', '=', schedule)
    .orderBy('r.blister_id')
    .execute()
}

/** `runId` is undefined when no price could change. */
export async function closeAsDone(
  tx: Tx,
  { id, runId, done, at }: { id: number; runId: number | undefined; done: number[]; at: Date },
): Promise<void> {
  await sql`update price_schedule_rows set is_done = blister_id = any(${done}::int[]) where schedule_id = ${id}`.execute(
    tx,
  )
  await sql`
    update price_schedules set closed_at = ${at}, run_id = ${runId ?? null}::int, state = case
        when ${runId ?? null}::int is null then 'failed'
        when exists (select from price_schedule_rows where schedule_id = ${id} and not is_done) then 'partial'
        else 'applied' end
    where id = ${id}`.execute(tx)
}

/** Cancels a pending schedule, or marks its outcome as read; false if neither applies or its state is not `was`. */
export async function closeSchedule(
  tx: Tx,
  { id, was, at }: { id: number; was: ScheduleState; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update price_schedules set
      closed_at = coalesce(closed_at, ${at}::timestamptz),
      seen_at = case when state = 'scheduled' then null else ${at}::timestamptz end,
      state = case when state = 'scheduled' then 'cancelled' else state end
    where id = ${id} and state = ${was} and (state = 'scheduled' or state in ('partial', 'failed') and seen_at is null)
    returning id`.execute(tx)
  return rows.length > 0
}
