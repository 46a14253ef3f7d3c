import { type RawBuilder, sql } from 'kysely'
import type { Measure, ReportBasis, ReportKind } from '../../contract/reports/report-rules.ts'
import { nextDay } from '../../contract/reports/periods.ts'
import { type Day, startOfDay } from '../days.ts'
import type { Db } from '../db/connect.ts'
import { TIME_ZONE } from '../../contract/place.ts'

/**
 * A counted row; money in centavos. The key of sales is a day; the row without a key has totals that are not sums of
 * the others.
 */
export type Counted = { key: string | null; label: string } & Partial<Record<Measure, number>>

/** Days of Buenos Aires, both included. */
export interface Asked {
  from: Day
  to: Day
}

type Counting = (asked: Asked) => RawBuilder<Counted>

/** The rows of a report, in any order. */
export async function countRows(
  db: Db,
  { kind, basis }: { kind: ReportKind; basis: ReportBasis },
  asked: Asked,
): Promise<Counted[]> {
  const counting = (basis === 'collected' && COLLECTED[kind]) || ORDERED[kind]
  return (await counting(asked).execute(db)).rows
}

// ---- Orders ----------------------------------------------------------------------------------------------------

const within = ({ from, to }: Asked) =>
  sql`created_at >= ${startOfDay(from)} and created_at < ${startOfDay(nextDay(to))}`

/** Orders that count: all but the cancelled ones. */
const soldIn = (asked: Asked) => sql`
  select id, user_id, channel, (created_at at time zone ${sql.lit(TIME_ZONE)})::date as day
  from orders where status <> 'cancelled' and ${within(asked)}`

const OF_LINES = sql`sum(quantity)::bigint as units, sum(quantity * price_at_time)::bigint as total,
  coalesce(sum(quantity * greatest(list_price - price_at_time, 0)), 0)::bigint as discount`

/** Orders and lines are counted separately, as an order has several lines. */
const orderedByDay: Counting = (asked) => sql`
  with sold as (${soldIn(asked)}),
    orders_of as (select day, count(*) as orders from sold group by day),
    lines_of as (select day, ${OF_LINES} from sold join order_lines on order_id = sold.id group by day)
  select day as key, '' as label, orders, units, total, discount from orders_of join lines_of using (day)`

/** Grouped by a column of the lines. Lines are first summed by order, as an order counts once for each key. */
const orderedBy =
  (key: RawBuilder<unknown>, label: RawBuilder<unknown>): Counting =>
  (asked) =>
    sql`
    with sold as (${soldIn(asked)}),
      of_orders as (
        select ${key} as key, order_id, max(order_lines.id) as newest, ${OF_LINES}
        from sold join order_lines on order_id = sold.id group by 1, 2
      ),
      counted as (
        select key, max(newest) as newest, count(*) as orders, sum(units)::bigint as units,
          sum(total)::bigint as total, sum(discount)::bigint as discount
        from of_orders group by key
      )
    select coalesce(key::text, '') as key, ${label} as label, orders, units, total, discount
    from counted join order_lines line on line.id = newest
    union all
    select null, '', count(*), null, null, null from sold`

/** By id, named as in the newest line, so that removed products stay. */
const orderedByProduct = orderedBy(sql`product_id`, sql`line.product_name`)
/** By the name of the brand when the order was placed. */
const orderedByBrand = orderedBy(sql`product_brand`, sql`coalesce(line.product_brand, 'Sin marca')`)

const CUSTOMER = sql`coalesce(user_id::text, case channel when 'web' then 'removed' else 'guest' end)`

/** Names `counted` rows by `CUSTOMER`. */
const withNames = (measures: RawBuilder<unknown>) => sql`
  select key, case key when 'removed' then 'Usuario eliminado' when 'guest' then 'Sin cuenta'
    else coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) end as label, ${measures}
  from counted left join users on users.id::text = key`

const orderedByCustomer: Counting = (asked) => sql`
  with sold as (${soldIn(asked)}),
    lines_of as (select order_id, ${OF_LINES} from sold join order_lines on order_id = sold.id group by order_id),
    counted as (
      select ${CUSTOMER} as key, count(*) as orders, sum(units)::bigint as units, sum(total)::bigint as total,
        sum(discount)::bigint as discount
      from sold join lines_of on order_id = sold.id group by 1
    )
  ${withNames(sql`orders, units, total, discount`)}`

// ---- Payments --------------------------------------------------------------------------------------------------

const PAID = sql`count(*) as payments,
  coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as paid,
  coalesce(sum(amount) filter (where kind = 'refund'), 0)::bigint as refunded,
  sum(case kind when 'payment' then amount else -amount end)::bigint as total`

const paidIn = ({ from, to }: Asked) => sql`voided_at is null and paid_on between ${from} and ${to}`

const collectedByDay: Counting = (asked) => sql`
  select paid_on as key, '' as label, ${PAID} from order_payments where ${paidIn(asked)} group by paid_on`

const collectedByCustomer: Counting = (asked) => sql`
  with counted as (
    select ${CUSTOMER} as key, ${PAID} from (
      select kind, amount, orders.user_id, channel from order_payments join orders on orders.id = order_id
      where ${paidIn(asked)}
    ) paid group by 1
  )
  ${withNames(sql`payments, paid, refunded, total`)}`

// ---- Claims and searches ---------------------------------------------------------------------------------------

/** By product, or by the typed name without one. */
const claimed: Counting = (asked) => sql`
  select coalesce(c.product_id::text, 'name:' || c.product_name) as key, coalesce(max(p.name), max(c.product_name)) as label,
    count(*) as claims, count(*) filter (where status in ('pending', 'reviewing')) as open,
    count(*) filter (where status in ('approved', 'resolved')) as accepted,
    count(*) filter (where status = 'rejected') as rejected
  from (select product_id, product_name, status from warranty_claims where ${within(asked)}) c
    left join products p on p.id = c.product_id
  group by 1`

const searched: Counting = ({ from, to }) => sql`
  select term as key, term as label, sum(searches)::bigint as searches, sum(empty)::bigint as empty
  from search_terms where day between ${from} and ${to} group by term`

const ORDERED: Record<ReportKind, Counting> = {
  sales: orderedByDay,
  products: orderedByProduct,
  brands: orderedByBrand,
  customers: orderedByCustomer,
  claims: claimed,
  searches: searched,
}
const COLLECTED: Partial<Record<ReportKind, Counting>> = {
  sales: collectedByDay,
  customers: collectedByCustomer,
}

// ---- Since when ------------------------------------------------------------------------------------------------

/** The first day with recorded discounts, payments or searches. */
export async function findSince(db: Db, kind: ReportKind, basis: ReportBasis): Promise<Day | null> {
  const { rows } = await sinceOf(kind, basis).execute(db)
  return rows[0]?.day ?? null
}

function sinceOf(kind: ReportKind, basis: ReportBasis): RawBuilder<{ day: Day | null }> {
  if (kind === 'claims') return sql`select null as day`
  if (kind === 'searches') return sql`select min(day) as day from search_terms`
  if (basis === 'collected')
    return sql`select min(paid_on) as day from order_payments where voided_at is null`
  return sql`
    select (created_at at time zone ${sql.lit(TIME_ZONE)})::date as day
    from order_lines join orders on orders.id = order_id where list_price is not null order by order_lines.id limit 1`
}
