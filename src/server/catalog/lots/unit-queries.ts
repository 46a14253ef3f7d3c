import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LotState } from '../../../contract/catalog/lot-rules.ts'
import type { Day } from '../../days.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import { publicChanged, publicChanging } from '../../cache/public-change.ts'
import { IS_ON_HOLD } from './withhold.ts'

export interface LotUnits {
  blister_id: number
  lot_id: number
  quantity: number
}

interface By {
  userId: number | null
  at: Date
}

/** Order of lots, for suggestions and for units that left without a lot: open ones first, then first to expire. */
const OFFERED = sql`l.state <> 'open', l.expires_on nulls last, l.harvested_on nulls last, l.id`

/** Order `o` is still on the shelf: not handed over. */
export const IS_OPEN = sql`o.status = 'pending' and o.handed_at is null`

/** Units of presentation `blister` on the shelf that belong to a lot, with those assigned to open orders. */
export function lottedOf(blister: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce((
    select sum(m.change) from lot_movements m where m.blister_id = ${blister}
      and not exists (select from orders o where o.id = m.order_id and ${IS_OPEN})), 0)::int`
}

/** Units in pending orders that were not handed over. Name it `reserved`. */
export const reservedIn = (lines: RawBuilder<SqlBool>) => sql`
  select l.blister_id, sum(l.quantity)::int as units from order_lines l
  where l.is_reserved and ${lines} group by l.blister_id`

/** Units of presentation `b` available, in `reserved`, or in lots on hold. */
const ON_HAND = sql`(b.stock + b.withheld + coalesce((select units from reserved where reserved.blister_id = b.id), 0))`

/** Locks presentations in id order; required before changing units of lots. */
export async function holdPresentations(tx: Tx, ids: number[]): Promise<void> {
  const held = tx.selectFrom('blisters').select('id').where('id', '=', sql<number>`any(${ids})`)
  await held.orderBy('id').forNoKeyUpdate().execute()
}

/** Units on the shelf without a lot; undefined for an unknown presentation. Lock it first. */
export async function spareOf(
  tx: Tx,
  blister: number,
): Promise<{ spare: number; product_id: number } | undefined> {
  const { rows } = await sql<{ spare: number; product_id: number }>`
    with reserved as (${reservedIn(sql`l.blister_id = ${blister}`)})
    select ${ON_HAND} - ${lottedOf(sql`b.id`)} as spare, b.product_id from blisters b
    where b.id = ${blister} and b.deleted_at is null`.execute(tx)
  return rows[0]
}

/** Units left in the lots of each presentation; presentations without lots are missing. */
export async function listLeft(
  db: Db,
  { lots, blisters }: { lots: number[]; blisters: number[] },
): Promise<LotUnits[]> {
  const { rows } = await sql<LotUnits>`
    select lot_id, blister_id, sum(change)::int as quantity from lot_movements
    where lot_id = any(${lots}) and blister_id = any(${blisters}) group by 1, 2`.execute(db)
  return rows
}

interface ChosenUnits extends LotUnits {
  order_id: number
  code: string
  is_on_hold: boolean
}

/** Lots assigned to orders. */
export async function listChosen(db: Db, orderIds: number[]): Promise<ChosenUnits[]> {
  const { rows } = await sql<ChosenUnits>`
    select m.order_id, m.blister_id, m.lot_id, l.code, ${IS_ON_HOLD} as is_on_hold, -sum(m.change)::int as quantity
    from lot_movements m join lots l on l.id = m.lot_id
    where m.order_id = any(${orderIds}) group by 1, 2, 3, 4, 5 having sum(m.change) < 0 order by min(m.id)`.execute(
    db,
  )
  return rows
}

interface OfferedLot {
  blister_id: number
  lot_id: number
  code: string
  expires_on: string | null
  /** Open and not expired. */
  is_offered: boolean
  left: number
}

/** Lots with units of these presentations, and those `chosen` without any left; first to expire first. */
export async function listOffered(
  db: Db,
  { blisters, chosen }: { blisters: number[]; chosen: number[] },
  today: Day,
): Promise<OfferedLot[]> {
  const { rows } = await sql<OfferedLot>`
    select m.blister_id, l.id as lot_id, l.code, l.expires_on, sum(m.change)::int as left,
      l.state = 'open' and (l.expires_on is null or l.expires_on >= ${today}) as is_offered
    from lot_movements m join lots l on l.id = m.lot_id
    where m.blister_id = any(${blisters}) group by m.blister_id, l.id
    having sum(m.change) > 0 or l.id = any(${chosen}) order by ${OFFERED}`.execute(db)
  return rows
}

export interface HeldLot {
  id: number
  code: string
  product_id: number
  state: LotState
}

/** Locked in id order, so that none is held or closed before the commit. */
export function holdLots(tx: Tx, ids: number[]): Promise<HeldLot[]> {
  return tx
    .selectFrom('lots')
    .select(['id', 'code', 'product_id', 'state'])
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forShare()
    .execute()
}

export interface LotMovement {
  lot_id: number
  blister_id: number
  change: number
  reason: 'received' | 'order' | 'released' | 'adjusted'
  order_id?: number | null
  stock_movement_id?: number | null | undefined
}

/** Writes lot movements; skips changes of 0. */
export async function writeUnits(tx: Tx, movements: LotMovement[], { userId, at }: By): Promise<void> {
  const moving = movements.filter(({ change }) => change !== 0)
  if (moving.length === 0) return
  const rows = moving.map((movement) => ({
    order_id: null,
    ...movement,
    stock_movement_id: movement.stock_movement_id ?? null,
    user_id: userId,
    created_at: at,
  }))
  await tx.insertInto('lot_movements').values(rows).execute()
  // Pages show which lots are on sale.
  await publicChanged(tx, 'stock')
}

/** An order with units of lots changed or left: pages show which lots are on sale, and how many seeds were delivered. */
export async function announceLots(tx: Tx, orderId: number): Promise<void> {
  let hasLots = false
  const announcing = publicChanging(tx, 'stock', () => hasLots)
  const { rows } = await sql`
    select ${announcing} where exists (select from lot_movements where order_id = ${orderId})`.execute(tx)
  hasLots = rows.length > 0
}

/** Returns lot units of an order beyond its lines, last assigned first. Lock the presentations first. */
export async function releaseBeyond(
  tx: Tx,
  { orderId, lines }: { orderId: number; lines: { blister_id: number; quantity: number }[] },
  { userId, at }: By,
): Promise<void> {
  await sql`
    with kept as (
      select blister_id, quantity from unnest(
        ${lines.map(({ blister_id }) => blister_id)}::int[], ${lines.map(({ quantity }) => quantity)}::int[]
      ) as kept (blister_id, quantity)
    ), chosen as (
      select blister_id, lot_id, -sum(change) as units, max(id) as last from lot_movements
      where order_id = ${orderId} group by 1, 2 having sum(change) < 0
    ), placed as (
      select blister_id, lot_id, units, coalesce(kept.quantity, 0) as quantity, coalesce(sum(units) over (
        partition by blister_id order by last rows between unbounded preceding and 1 preceding), 0) as before
      from chosen left join kept using (blister_id)
    )
    insert into lot_movements (lot_id, blister_id, change, reason, order_id, user_id, created_at)
    select lot_id, blister_id, least(units, before + units - quantity)::int, 'released', ${orderId}::int, ${userId}::int,
      ${at}::timestamptz
    from placed where before + units > quantity`.execute(tx)
}

/**
 * Assigns a reopened order the lot units that its cancellation returned, as far as they are left. Lock the presentations
 * first.
 */
export async function retake(tx: Tx, orderId: number, { userId, at }: By): Promise<void> {
  await sql`
    with returned as (
      select lot_id, blister_id, sum(change) as units from lot_movements
      where order_id = ${orderId} and reason = 'released'
        and created_at = (select max(created_at) from stock_movements where order_id = ${orderId} and change > 0)
      group by 1, 2
    ), placed as (
      select returned.*, (select sum(m.change) from lot_movements m
        where m.lot_id = returned.lot_id and m.blister_id = returned.blister_id) as left_over
      from returned
    )
    insert into lot_movements (lot_id, blister_id, change, reason, order_id, user_id, created_at)
    select lot_id, blister_id, -least(units, left_over)::int, 'order', ${orderId}::int, ${userId}::int, ${at}::timestamptz
    from placed where left_over > 0`.execute(tx)
}

/**
 * When more units left without a lot than there were, takes the rest from the lots, for the order with which they left.
 * Lock the presentations first.
 */
export async function fitLots(
  tx: Tx,
  blisters: number[],
  { orderId, userId, at }: By & { orderId: number | null },
): Promise<void> {
  await sql`
    with lotted as materialized (
      select b.id, b.stock, b.withheld from blisters b
      where b.id = any(${blisters}) and exists (select from lot_movements m where m.blister_id = b.id)
    ), reserved as (${reservedIn(sql`l.blister_id = any(${blisters})`)}), short as (
      select b.id as blister_id, ${lottedOf(sql`b.id`)} - ${ON_HAND} as units from lotted b
    ), lefts as (
      select m.blister_id, m.lot_id, sum(m.change) as units from lot_movements m
      where m.blister_id in (select blister_id from short where units > 0) group by 1, 2 having sum(m.change) > 0
    ), placed as (
      select blister_id, lefts.lot_id, lefts.units, short.units as wanted, coalesce(sum(lefts.units) over (
        partition by lefts.blister_id order by ${OFFERED} rows between unbounded preceding and 1 preceding), 0) as before
      from lefts join short using (blister_id) join lots l on l.id = lefts.lot_id
    )
    insert into lot_movements (lot_id, blister_id, change, reason, order_id, user_id, created_at)
    select lot_id, blister_id, -least(units, wanted - before)::int, ${orderId === null ? 'adjusted' : 'order'}, ${orderId}::int,
      ${userId}::int, ${at}::timestamptz
    from placed where before < wanted`.execute(tx)
}
