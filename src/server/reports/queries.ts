import { type RawBuilder, sql } from 'kysely'
import {
  countsClaims,
  type Measure,
  type ReportBasis,
  type ReportKind,
} from '../../contract/reports/report-rules.ts'
import { nextDay } from '../../contract/reports/periods.ts'
import { type Day, startOfDay } from '../days.ts'
import type { Db } from '../db/connect.ts'
import { PLANNED_EACH_TIME } from '../db/prepared.ts'
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

/** The rows of a report, in any order. Planned each time: a prepared plan does not know how many days it covers. */
export async function countRows(
  db: Db,
  { kind, basis }: { kind: ReportKind; basis: ReportBasis },
  asked: Asked,
): Promise<Counted[]> {
  const counting = (basis === 'collected' && COLLECTED[kind]) || ORDERED[kind]
  return (await sql<Counted>`${PLANNED_EACH_TIME}${counting(asked)}`.execute(db)).rows
}

// ---- Orders ----------------------------------------------------------------------------------------------------

const within = ({ from, to }: Asked) =>
  sql`created_at >= ${startOfDay(from)} and created_at < ${startOfDay(nextDay(to))}`

/** Orders that count: all but the cancelled ones, and replacements, which nobody buys. */
const isSold = (asked: Asked) => sql`status <> 'cancelled' and claim_id is null and ${within(asked)}`

const soldLines = (asked: Asked) =>
  sql`orders join order_lines on order_id = orders.id where ${isSold(asked)}`

/** In one pass over the lines: to group by order first would spill to the disk. */
const OF_LINES = sql`count(distinct order_id) as orders, sum(quantity)::bigint as units,
  sum(quantity * price_at_time)::bigint as total,
  coalesce(sum(quantity * greatest(list_price - price_at_time, 0)), 0)::bigint as discount`

const orderedByDay: Counting = (asked) => sql`
  select (created_at at time zone ${sql.lit(TIME_ZONE)})::date as key, '' as label, ${OF_LINES}
  from ${soldLines(asked)} group by 1`

/** Grouped by a column of the lines. An order counts once for each key, and once in the total. */
const orderedBy =
  (key: RawBuilder<unknown>, label: RawBuilder<unknown>): Counting =>
  (asked) =>
    sql`
    with counted as (
      select ${key} as key, max(order_lines.id) as newest, ${OF_LINES} from ${soldLines(asked)} group by 1
    )
    select coalesce(key::text, '') as key, ${label} as label, orders, units, total, discount
    from counted join order_lines line on line.id = newest
    union all
    select null, '', count(*), null, null, null from orders where ${isSold(asked)}`

/** By id; removed products stay in their table. Lines name the size, too. */
const orderedByProduct = orderedBy(
  sql`product_id`,
  sql`(select name from products where id = line.product_id)`,
)
/** By the name of the brand when the order was placed. */
const orderedByBrand = orderedBy(sql`product_brand`, sql`coalesce(line.product_brand, 'Sin marca')`)

/** The id of the account, 0 for removed ones, -1 for guests. */
const CUSTOMER = sql`coalesce(user_id, case channel when 'web' then 0 else -1 end)`

/** Names `counted` rows by `CUSTOMER`. */
const withNames = (measures: RawBuilder<unknown>) => sql`
  select case key when 0 then 'removed' when -1 then 'guest' else key::text end as key,
    case key when 0 then 'Usuario eliminado' when -1 then 'Sin cuenta'
      else coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) end as label, ${measures}
  from counted left join users on users.id = key`

const orderedByCustomer: Counting = (asked) => sql`
  with counted as (select ${CUSTOMER} as key, ${OF_LINES} from ${soldLines(asked)} group by 1)
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

const OF_CLAIMS = sql`count(*) as claims, count(*) filter (where status in ('pending', 'reviewing')) as open,
  count(*) filter (where status in ('approved', 'resolved')) as accepted,
  count(*) filter (where status = 'rejected') as rejected`

/** By product, or by the typed name without one. */
const claimed: Counting = (asked) => sql`
  select coalesce(c.product_id::text, 'name:' || c.product_name) as key, coalesce(max(p.name), max(c.product_name)) as label,
    ${OF_CLAIMS}
  from (select product_id, product_name, status from warranty_claims where ${within(asked)}) c
    left join products p on p.id = c.product_id
  group by 1`

const claimedByLot: Counting = (asked) => sql`
  select coalesce(c.lot_id::text, 'none') as key, coalesce(max(p.name || ', lote ' || l.code), 'Sin lote') as label,
    ${OF_CLAIMS}
  from (select lot_id, status from warranty_claims where ${within(asked)}) c
    left join lots l on l.id = c.lot_id left join products p on p.id = l.product_id
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
  lots: claimedByLot,
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
  if (countsClaims(kind)) return sql`select null as day`
  if (kind === 'searches') return sql`select min(day) as day from search_terms`
  if (basis === 'collected')
    return sql`select min(paid_on) as day from order_payments where voided_at is null`
  return sql`
    select (created_at at time zone ${sql.lit(TIME_ZONE)})::date as day
    from order_lines join orders on orders.id = order_id where list_price is not null order by order_lines.id limit 1`
}
