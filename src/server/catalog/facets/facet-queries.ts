import { sql } from 'kysely'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import { PRICE_RANGES, toCentavos } from '../../../contract/money.ts'
import type { Db } from '../../db/connect.ts'
import { matches, type Selection } from '../selection.ts'

export interface FactsRow {
  id: number
  type: ProductType
  tags: string[]
  flavors: string
  effects: string
  brand: string | null
  ranges: (number | null)[]
}

/** Of all products that visitors see, by name; `ranges`: low and high of thc, cbd, flowering, height and yield. */
export async function listFacts(db: Db): Promise<FactsRow[]> {
  const { rows } = await sql<FactsRow>`
    select p.id, p.type, p.tags, p.flavors, p.effects, b.name as brand, array[p.thc_low, p.thc_high, p.cbd_low, p.cbd_high,
      p.flowering_low, p.flowering_high, p.height_low, p.height_high, p.yield_low, p.yield_high] as ranges
    from products p left join brands b on b.id = p.brand_id
    where p.deleted_at is null and p.available order by p.search_text collate "C", p.id`.execute(db)
  return rows
}

export async function listStockedIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from products where deleted_at is null and available and in_stock`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which of the ranges of prices some of these products have. */
export async function listPriceRanges(db: Db, selection: Selection): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from (values ${sql.join(
      PRICE_RANGES.map(({ value, from, below }) => {
        const to = Number.isFinite(below) ? sql.lit(toCentavos(below)) : sql`9e18::bigint`
        return sql`(${sql.lit(value)}, ${sql.lit(toCentavos(from))}::bigint, ${to}::bigint)`
      }),
    )}) as price (value, low, below)
    where exists (
      select from products as p where p.deleted_at is null and p.min_price >= low and p.min_price < below and ${matches(selection)}
    )`.execute(db)
  return rows.map(({ value }) => value)
}

export async function listMatchingIds(db: Db, selection: Selection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from products as p where p.deleted_at is null and ${matches(selection)}`.execute(db)
  return rows.map(({ id }) => id)
}
