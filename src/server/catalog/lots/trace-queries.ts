import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import type { ClaimStatus } from '../../../contract/warranty/warranty-status.ts'
import type { Db } from '../../db/connect.ts'

export interface ClaimOfLot {
  id: number
  status: ClaimStatus
  seeds_sown: number | null
  seeds_failed: number | null
}

export interface TracedRow {
  order_id: number
  /** Null if the order was deleted. */
  recipient: string | null
  phone: string | null
  email: string | null
  status: OrderStatus | null
  created_at: Date | null
  units: number
  seeds: number
  claims: ClaimOfLot[]
}

const CLAIMS = (which: RawBuilder<SqlBool>) => sql`(
  select coalesce(json_agg(c order by c.id), '[]') from (
    select id, status, seeds_sown, seeds_failed from warranty_claims where ${which}) c)`

/** The orders that have units of a lot, newest first. */
export async function listTraced(
  db: Db,
  { lot, before, limit }: { lot: number; before?: number | undefined; limit?: number | undefined },
): Promise<TracedRow[]> {
  const isBefore = before === undefined ? sql`true` : sql`m.order_id < ${before}`
  const { rows } = await sql<TracedRow>`
    with had as (
      select m.order_id, -sum(m.change)::int as units, -sum(m.change * b.seed_count)::int as seeds
      from lot_movements m join blisters b on b.id = m.blister_id
      where m.lot_id = ${lot} and m.order_id is not null and ${isBefore}
      group by m.order_id having sum(m.change) < 0 order by m.order_id desc limit ${limit ?? null}
    )
    select had.*, o.recipient_name as recipient, o.customer_phone as phone, o.customer_email as email, o.status, o.created_at,
      ${CLAIMS(sql`lot_id = ${lot} and order_id = had.order_id`)} as claims
    from had left join orders o on o.id = had.order_id order by had.order_id desc`.execute(db)
  return rows
}

/** Claims about a lot without an order that has units of it. */
export async function listOtherClaims(db: Db, lot: number): Promise<ClaimOfLot[]> {
  const { rows } = await sql<{
    claims: ClaimOfLot[]
  }>`select ${CLAIMS(sql`lot_id = ${lot} and (order_id is null
    or coalesce((select sum(m.change) from lot_movements m where m.lot_id = ${lot} and m.order_id = warranty_claims.order_id), 0) >= 0)`)}
    as claims`.execute(db)
  return rows[0]?.claims ?? []
}
