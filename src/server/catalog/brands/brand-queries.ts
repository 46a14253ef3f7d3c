import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import { isShownInSettings } from '../../settings/settings.ts'

/** Brands with number and stock of their products, all or only the available ones. */
export function listBrands(
  db: Db,
  filter: { isNational?: boolean | undefined; onlyAvailable: boolean; id?: number },
) {
  const products = db
    .selectFrom('products')
    .select(['brand_id', (of) => of.fn.countAll<number>().as('total')])
    .where('deleted_at', 'is', null)
    .where('brand_id', 'is not', null)
    .$if(filter.onlyAvailable, (query) => query.where('available', '=', true))
    .$if(filter.id !== undefined, (query) => query.where('brand_id', '=', filter.id ?? 0))
    .groupBy('brand_id')
  const stock = db
    .selectFrom('products as p')
    .innerJoin('blisters as l', 'l.product_id', 'p.id')
    .select(['p.brand_id', sql<number>`sum(l.stock)`.as('total')])
    .where('p.deleted_at', 'is', null)
    .where('l.deleted_at', 'is', null)
    .where('p.brand_id', 'is not', null)
    .$if(filter.onlyAvailable, (query) => query.where('p.available', '=', true))
    .$if(filter.id !== undefined, (query) => query.where('p.brand_id', '=', filter.id ?? 0))
    .groupBy('p.brand_id')
  return db
    .selectFrom('brands as b')
    .leftJoin(products.as('products'), 'products.brand_id', 'b.id')
    .leftJoin(stock.as('stock'), 'stock.brand_id', 'b.id')
    .select(['b.id', 'b.name', 'b.description', 'b.image', 'b.is_national', 'b.created_at', 'b.version'])
    .select(sql<number>`coalesce(products.total, 0)`.as('total_products'))
    .select(sql<number>`coalesce(stock.total, 0)`.as('total_stock'))
    .$if(filter.isNational !== undefined, (query) =>
      query.where('b.is_national', '=', filter.isNational ?? true),
    )
    .$if(filter.id !== undefined, (query) => query.where('b.id', '=', filter.id ?? 0))
    .orderBy('b.id')
    .execute()
}
export type ListedBrand = Awaited<ReturnType<typeof listBrands>>[number]

const NAMED = ['id', 'name', 'is_national'] as const

/** Locks the brand against renaming and removal until the transaction ends. */
export function shareBrand(tx: Tx, by: { id: number } | { name: string }) {
  const query = tx.selectFrom('brands').select(NAMED).forShare()
  return 'id' in by
    ? query.where('id', '=', by.id).executeTakeFirst()
    : query.where(sql`lower(name)`, '=', sql`lower(${by.name})`).executeTakeFirst()
}

/** Of the brand; products without one are national. */
export async function findOrigin(tx: Tx, id: number | null): Promise<boolean> {
  if (id === null) return true
  const brand = await tx.selectFrom('brands').select('is_national').where('id', '=', id).executeTakeFirst()
  return brand?.is_national ?? true
}

/** Locks the brand until the transaction ends, so that saves run one at a time. */
export function lockBrand(tx: Tx, id: number) {
  return tx.selectFrom('brands').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export interface BrandValues {
  name: string
  description: string
  image: string | null
  is_national: boolean
}

export async function insertBrand(tx: Tx, values: BrandValues & { created_at: Date }): Promise<number> {
  const { id } = await tx.insertInto('brands').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateBrand(
  tx: Tx,
  id: number,
  values: BrandValues & { version: number; is_renamed: boolean },
): Promise<void> {
  await tx.updateTable('brands').set(values).where('id', '=', id).execute()
}

/** Brands whose products still have an older name in their search texts. */
export async function listRenamedBrands(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('brands').select('id').where('is_renamed', '=', true).execute()
  return rows.map(({ id }) => id)
}

export async function endRenaming(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('brands').set({ is_renamed: false }).where('id', '=', id).execute()
}

export function listProductsOfBrand(tx: Tx, id: number, { after, most }: { after: number; most: number }) {
  return tx
    .selectFrom('products')
    .select(['id', 'name', 'genotype', 'flavors', 'sku', 'type'])
    .where('brand_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
}

export async function countProductsOfBrand(tx: Db, id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('products')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('brand_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** One statement, as a brand may have thousands of products. Skips products that left the brand meanwhile. */
export async function updateSearchTexts(
  tx: Tx,
  brandId: number,
  texts: { id: number; text: string }[],
): Promise<void> {
  if (texts.length === 0) return
  await sql`update products set search_text = renewed.text
    from unnest(${texts.map(({ id }) => id)}::int[], ${texts.map(({ text }) => text)}::text[]) as renewed (id, text)
    where products.id = renewed.id and products.brand_id = ${brandId}`.execute(tx)
}

/** Deleted products lose the brand; orders keep its name. */
export async function deleteBrand(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('products')
    .set({ brand_id: null })
    .where('brand_id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute()
  await tx.deleteFrom('brands').where('id', '=', id).execute()
}

/** Which of these pictures no brand or setting uses. */
export async function unusedLogos(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select gone.id from unnest(${ids}::text[]) as gone (id)
    where not exists (select from brands where split_part(image, '/', 4) = gone.id)
      and not ${isShownInSettings('brand')}`.execute(db)
  return rows.map(({ id }) => id)
}
