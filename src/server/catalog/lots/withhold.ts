import { sql } from 'kysely'
import { publicChanged } from '../../cache/public-change.ts'
import type { Tx } from '../../db/transaction.ts'

/** Lot `l` is on hold. `isOnHold` of the contract is the same rule. */
export const IS_ON_HOLD = sql`(l.state = 'held' or l.is_recalled)`

/**
 * Keeps units of lots on hold out of the stock, with a movement in the ledger, and puts back what is on hold no more.
 * Call it after a change of lots, of their units, or of units outside orders; the presentations must be locked. Units that
 * open orders need are not taken, as their stock is taken already.
 */
export async function withhold(
  tx: Tx,
  blisters: number[],
  { userId, at }: { userId: number | null; at: Date },
): Promise<void> {
  const { rows } = await sql`
    with on_hold as (
      select m.blister_id, sum(m.change) as units from lot_movements m join lots l on l.id = m.lot_id
      where m.blister_id = any(${blisters}) and ${IS_ON_HOLD} group by 1
    ), wanted as (
      select b.id, b.withheld as before, least(b.stock + b.withheld, coalesce(on_hold.units, 0))::int as units
      from blisters b left join on_hold on on_hold.blister_id = b.id where b.id = any(${blisters})
    ), changed as (
      update blisters set stock = stock + before - units, withheld = units from wanted
      where blisters.id = wanted.id and before <> units returning blisters.id, before - units as change
    )
    insert into stock_movements (blister_id, change, reason, user_id, created_at)
    select id, change, case when change < 0 then 'held' else 'unheld' end, ${userId}::int, ${at}::timestamptz from changed
    returning id`.execute(tx)
  if (rows.length > 0) await publicChanged(tx, 'stock')
}
