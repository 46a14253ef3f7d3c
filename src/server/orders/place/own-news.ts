import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { latestStart } from '../../clock.ts'
import type { Shop } from '../../shop.ts'

/** Above this many cancelled orders of a customer in an hour, nobody gets more mails about what they do. */
const CANCELLED_AN_HOUR = 3

/** False for a customer who orders and cancels repeatedly, which would flood the mailbox. The order itself does not count. */
export function isNews({ config }: Shop, { id, customer_id }: AdminOrder, at: Date): RawBuilder<SqlBool> {
  if (config.rateLimitFactor === 0) return sql`true`
  const hourAgo = new Date(at.getTime() - 60 * 60_000)
  const most = Math.ceil(CANCELLED_AN_HOUR * config.rateLimitFactor)
  return sql`(select count(*) from (select from orders where user_id = ${customer_id} and created_at > ${hourAgo}
    and created_at <= ${latestStart(at)} and status = 'cancelled' and id <> ${id} limit ${most}) as cancelled) < ${most}`
}
