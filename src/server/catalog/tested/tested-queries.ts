import { type RawBuilder, sql } from 'kysely'
import { lotCode } from '../../../contract/catalog/lot-rules.ts'
import type { LeftOut, TestedLot } from '../../../contract/catalog/tested.ts'
import type { TestedSeeds } from '../../../contract/catalog/germination.ts'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/like.ts'
import { LIKE_WORDS } from '../../db/prepared.ts'
import { IS_ON_HOLD } from '../lots/withhold.ts'
import { IS_OPEN } from '../lots/unit-queries.ts'

/** Lot `l` has units on the shelf that can be chosen for an order. */
const HAS_UNITS = sql`exists (
  select from lot_left s join blisters b on b.id = s.blister_id
  where s.lot_id = l.id and s.units > 0 and b.deleted_at is null)`

/** Lot `l` is on sale, if its product is shown. A lot on hold or closed is not. */
export const IS_ON_SALE = sql`(l.state = 'open' and ${HAS_UNITS})`

/** The test that counts for lot `l`: its newest that is not void. No other result can be chosen. */
const NEWEST_TEST = sql`(
  select t.sown, t.germinated, t.tested_on from lot_tests t
  where t.lot_id = l.id and t.voided_at is null order by t.tested_on desc, t.id desc limit 1)`

/** The setting `show_tests`. */
const IS_SHOWN = sql`not exists (select from settings where key = 'show_tests' and value = 'false')`

/** Of product `p`: the seeds of the newest test of each of its lots on sale; null without a test, or when they are not shown. */
export const testedOfProduct = sql<TestedSeeds | null>`(
  select json_build_object('sown', sum(t.sown), 'germinated', sum(t.germinated))
  from lots l cross join lateral ${NEWEST_TEST} t
  where l.product_id = p.id and ${IS_ON_SALE} and ${IS_SHOWN} having count(*) > 0)`

/** Visitors see product `p`. */
export const IS_LISTED = sql`p.available and p.deleted_at is null`

/** Lots with their newest test: those on sale first, then by harvest. */
async function listLots(db: Db, which: RawBuilder<unknown>): Promise<TestedLot[]> {
  const { rows } = await sql<TestedLot>`
    select * from (
      select l.id, l.code, p.name as product, case when ${IS_LISTED} then p.id end as product_id, l.is_public,
        ${IS_ON_SALE} and ${IS_LISTED} as is_on_sale, l.is_recalled, l.harvested_on, t.sown, t.germinated, t.tested_on
      from lots l join products p on p.id = l.product_id left join lateral ${NEWEST_TEST} t on true
      where ${which}) lot
    where is_on_sale or is_public
    order by is_on_sale desc, harvested_on desc nulls last, id desc limit 200`.execute(db)
  return rows
}

/** Every lot on sale, of all products or of one. */
export async function listOnSale(db: Db, product?: number): Promise<TestedLot[]> {
  const ofProduct = product === undefined ? sql`true` : sql`l.product_id = ${product}`
  const lots = await listLots(db, sql`l.state = 'open' and ${ofProduct}`)
  return lots.filter(({ is_on_sale }) => is_on_sale)
}

/** Lots on sale and public ones of the past, by a part of their code. */
export function listShown(db: Db, search: string | undefined): Promise<TestedLot[]> {
  return listLots(db, search ? sql`l.code ${LIKE_WORDS} ${containing(lotCode(search))}` : sql`true`)
}

/**
 * Seeds of a product's lots that left with orders, and those of them that failed by an approved or resolved claim. Cancelled
 * orders gave their units back, and open ones have not left.
 */
export async function claimedOfProduct(
  db: Db,
  product: number,
): Promise<{ failed: number; delivered: number }> {
  const { rows } = await sql<{ failed: number; delivered: number }>`
    select (
      select coalesce(sum(c.seeds_failed), 0)::int from warranty_claims c join lots l on l.id = c.lot_id
      where l.product_id = ${product} and c.status in ('approved', 'resolved')
    ) as failed, (
      select coalesce(-sum(m.change * b.seed_count), 0)::int
      from lots l join lot_movements m on m.lot_id = l.id join blisters b on b.id = m.blister_id
      where l.product_id = ${product} and m.order_id is not null
        and not exists (select from orders o where o.id = m.order_id and ${IS_OPEN})
    ) as delivered`.execute(db)
  return rows[0] ?? { failed: 0, delivered: 0 }
}

export async function countLeftOut(db: Db): Promise<LeftOut> {
  const { rows } = await sql<LeftOut>`
    with lot as (
      select l.id, l.state, ${IS_ON_HOLD} as held, ${HAS_UNITS} as has_units, ${IS_LISTED} as listed
      from lots l join products p on p.id = l.product_id
    ), sold as (
      select id from lot where state = 'open' and has_units and listed
    ), tests as (
      select t.voided_at, row_number() over (partition by t.lot_id, t.voided_at is null) as place
      from lot_tests t where t.lot_id in (select id from sold)
    )
    select (select count(*) from sold where not exists (
        select from lot_tests t where t.lot_id = sold.id and t.voided_at is null))::int as untested,
      count(*) filter (where held)::int as held,
      count(*) filter (where state = 'open' and not has_units)::int as sold_out,
      count(*) filter (where state = 'closed' and not held)::int as closed,
      count(*) filter (where state = 'open' and has_units and not listed)::int as hidden,
      (select count(*) from tests where voided_at is not null)::int as voided,
      (select count(*) from tests where voided_at is null and place > 1)::int as older
    from lot`.execute(db)
  return rows[0] ?? { untested: 0, held: 0, sold_out: 0, closed: 0, hidden: 0, voided: 0, older: 0 }
}

/** A product that visitors see. */
export async function findListed(
  db: Db,
  product: number,
): Promise<{ name: string; is_seeds: boolean } | undefined> {
  const { rows } = await sql<{ name: string; is_seeds: boolean }>`
    select p.name, p.type <> 'merch' as is_seeds from products p
    where p.id = ${product} and ${IS_LISTED}`.execute(db)
  return rows[0]
}
