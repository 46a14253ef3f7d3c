import { sql } from 'kysely'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
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

/** Of all products that visitors see; `ranges`: low and high of thc, cbd, flowering, height and yield. */
export async function listFacts(db: Db): Promise<FactsRow[]> {
  const { rows } = await sql<FactsRow>`
    select p.id, p.type, p.tags, p.flavors, p.effects, b.name as brand, array[p.thc_low, p.thc_high, p.cbd_low, p.cbd_high,
      p.flowering_low, p.flowering_high, p.height_low, p.height_high, p.yield_low, p.yield_high] as ranges
    from products p left join brands b on b.id = p.brand_id
    where p.deleted_at is null and p.available order by p.id`.execute(db)
  return rows
}

export async function listStockedIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from products where deleted_at is null and available and in_stock`.execute(db)
  return rows.map(({ id }) => id)
}

export async function listMatchingIds(db: Db, selection: Selection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from products as p where p.deleted_at is null and ${matches(selection)}`.execute(db)
  return rows.map(({ id }) => id)
}
