import { sql } from 'kysely'
import type { Db } from '../../../src/server/db/connect.ts'

/**
 * A sentence for each lot below zero, each order with more lot units than it holds, each presentation with more units in
 * lots than on the shelf, and each one that sells units of lots on hold.
 */
export async function lotProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with lot as (
      select lot_id, blister_id, sum(change) as units from lot_movements group by 1, 2
    ), chosen as (
      select order_id, blister_id, -sum(change) as units from lot_movements where order_id is not null group by 1, 2
    ), open_orders as (
      select id from orders where status = 'pending' and handed_at is null
    ), shelf as (
      select b.id, b.stock + b.withheld + coalesce((
        select sum(quantity) from order_lines where blister_id = b.id and order_id in (select id from open_orders)), 0) as units
      from blisters b
    ), lotted as (
      select blister_id, sum(units) as units from (
        select blister_id, units from lot
        union all select blister_id, units from chosen where order_id in (select id from open_orders)
      ) each group by 1
    )
    select format('lot %s has %s units of presentation %s', lot_id, units, blister_id) as problem from lot where units < 0
    union all
    select format('lot %s has %s units of presentation %s, and keeps %s', lot_id, lot.units, blister_id, k.units)
    from lot full join lot_left k using (lot_id, blister_id) where lot.units is distinct from k.units
    union all
    select format('order %s has %s units of lots in presentation %s', o.id, c.units, c.blister_id)
    from chosen c join orders o on o.id = c.order_id left join (
      select order_id, blister_id, sum(quantity) as quantity from order_lines group by 1, 2
    ) l on l.order_id = c.order_id and l.blister_id = c.blister_id
    where c.units < 0 or c.units > case o.status when 'cancelled' then 0 else coalesce(l.quantity, 0) end
    union all
    select format('presentation %s has %s units in lots and %s on the shelf', s.id, lotted.units, s.units)
    from lotted join shelf s on s.id = lotted.blister_id where lotted.units > s.units
    union all
    select format('presentation %s sells %s units and withholds %s, with %s on hold', b.id, b.stock, b.withheld, coalesce(h.units, 0))
    from blisters b left join (
      select blister_id, sum(units) as units from lot where lot_id in (select id from lots where state = 'held' or is_recalled)
      group by 1
    ) h on h.blister_id = b.id
    where b.withheld <> least(b.stock + b.withheld, coalesce(h.units, 0))
      or b.stock <> (select coalesce(sum(change), 0) from stock_movements where blister_id = b.id)`.execute(
    db,
  )
  return rows.map(({ problem }) => problem)
}
