import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { EXPIRING_HOURS, type NextAction } from '../../../contract/orders/order-desk.ts'
import type { OrderQuery } from '../../../contract/orders/order-list.ts'
import { dayOf, startOfDay } from '../../days.ts'

/** `nextAction` of the contract over the rows of `orders`; a test compares them over all combinations. */
export function nextActionCase(now: Date): RawBuilder<NextAction | null> {
  const soon = new Date(now.getTime() + EXPIRING_HOURS * 3_600_000)
  return sql<NextAction | null>`case
    when orders.status = 'cancelled' then case when orders.paid_total > 0 then 'refund' end
    when orders.status = 'completed' then case when orders.paid_total < orders.total
      and (orders.paid_total > 0 or orders.agreed_method is not null) then 'collect' end
    when orders.handed_at is not null and orders.paid_total >= orders.total then 'finish'
    when orders.paid_total < orders.total and (orders.handed_at is not null or orders.agreed_due < ${dayOf(now)}::date) then 'collect'
    when orders.prepared_at is not null then 'hand'
    when orders.paid_total > 0 or orders.agreed_method is not null or orders.paid_total >= orders.total then 'prepare'
    when orders.expires_at <= ${soon} then 'expiring'
    when exists (select from order_contacts where order_contacts.order_id = orders.id) then 'agree'
    else 'contact' end`
}

/** `canExpire` of the contract. */
export const CAN_EXPIRE = sql<SqlBool>`(orders.status = 'pending' and orders.paid_total = 0 and orders.agreed_method is null
  and orders.prepared_at is null and orders.handed_at is null)`

/**
 * For `expiry_warned_at` in every update of a column of `CAN_EXPIRE`: an order that could not expire before the update is
 * warned about again before it ends, as its customer was told that it is kept.
 */
export const KEPT_WARNING = sql<Date | null>`case when ${CAN_EXPIRE} then orders.expiry_warned_at end`

/** Matches the index `orders_open`: only such orders have a next step. */
export const MAY_WAIT = sql<SqlBool>`(orders.status = 'pending' or (orders.status = 'cancelled' and orders.paid_total > 0)
  or (orders.status = 'completed' and orders.paid_total < orders.total
    and (orders.paid_total > 0 or orders.agreed_method is not null)))`

const PAYMENT_CASE = sql`case when orders.paid_total > orders.total then 'over' when orders.paid_total = orders.total then 'paid'
  when orders.paid_total > 0 then 'partial' when orders.agreed_method is not null then 'agreed' else 'none' end`

const DELIVERY_CASE = sql`case when orders.handed_at is not null then 'handed'
  when orders.prepared_at is not null then 'prepared' else 'pending' end`

/** Conditions of filters whose count is not a sum of groups. */
export function matchingMarks(query: OrderQuery, now: Date): RawBuilder<SqlBool>[] {
  const { ids, next, payment, delivery, channel, date_from, date_to } = query
  return [
    ...(ids ? [sql<SqlBool>`orders.id = any(${ids})`] : []),
    ...(channel ? [sql<SqlBool>`orders.channel = ${channel}`] : []),
    ...(date_from ? [sql<SqlBool>`orders.created_at >= ${startOfDay(date_from)}`] : []),
    ...(date_to
      ? [sql<SqlBool>`orders.created_at < ${startOfDay(date_to)}::timestamptz + interval '1 day'`]
      : []),
    ...(next ? [MAY_WAIT, sql<SqlBool>`${nextActionCase(now)} = ${next}`] : []),
    ...(payment ? [sql<SqlBool>`${PAYMENT_CASE} = ${payment}`] : []),
    ...(delivery ? [sql<SqlBool>`${DELIVERY_CASE} = ${delivery}`] : []),
  ]
}
