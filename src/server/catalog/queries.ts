import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { PRODUCT_COLUMNS } from '../db/columns.ts'
import type { Db } from '../db/connect.ts'
import { VARIED_BY_VISITORS } from '../db/prepared.ts'
import { isShownInSettings } from '../settings/settings.ts'
import { blistersOfProduct } from './blister-queries.ts'
import type { ProductOrder } from './rules.ts'
import { inScale } from './search/scales.ts'
import { hasStock, likeByIndex, matches, type Selection } from './selection.ts'
import { testedOfProduct } from './tested/tested-queries.ts'

/** What only the database reads, or what is answered in another form. */
const NOT_ANSWERED = [
  'sow_months',
  'is_national',
  'search_text',
  'min_price',
  'max_discount',
  'in_stock',
  'deleted_at',
] as const
type Answered = Exclude<(typeof PRODUCT_COLUMNS)[number], (typeof NOT_ANSWERED)[number]>
const isAnswered = (column: string): column is Answered => !NOT_ANSWERED.some((other) => other === column)
const ANSWERED = PRODUCT_COLUMNS.filter(isAnswered).map((column) => `p.${column}` as const)

/** Live products with their brand and their presentations. */
export function products(db: Db) {
  return db
    .selectFrom('products as p')
    .modifyFront(VARIED_BY_VISITORS)
    .leftJoin('brands as b', 'b.id', 'p.brand_id')
    .select(ANSWERED)
    .select([
      'b.name as brand',
      sql<boolean>`coalesce(p.is_national, b.is_national, true)`.as('is_national'),
      blistersOfProduct.as('blisters'),
      testedOfProduct.as('tested'),
    ])
    .where('p.deleted_at', 'is', null)
}
export type ListedProduct = Awaited<ReturnType<typeof listProducts>>[number]

export interface ListQuestion extends Selection {
  order: ProductOrder
  /** Ids of products that are left out. */
  without?: number[]
  limit: number
  offset: number
}

export function listProducts(db: Db, question: ListQuestion) {
  return products(db)
    .where(sql<SqlBool>`p.id = any(array(${idsOfPage(question)}))`)
    .orderBy(inOrder(question))
    .execute()
}

/**
 * The inner limit is a literal, as PostgreSQL keeps no plan for an unknown limit, and planning takes longer than
 * reading a page. Rounded up to a power of two, so that few statements serve all pages.
 */
function idsOfPage(question: ListQuestion): RawBuilder<unknown> {
  const { order: _, without = [], limit, offset, ...selection } = question
  const end = Math.max(32, 2 ** Math.ceil(Math.log2(offset + limit)))
  const others = without.length > 0 ? sql` and p.id <> all(${without})` : sql``
  return sql`select id from (
    select p.id from products as p where p.deleted_at is null and ${matches(selection)}${others}
    order by ${inOrder(question)} limit ${sql.lit(end)}
  ) as page limit ${limit} offset ${offset}`
}

const BUYABLE = sql`(case when not p.in_stock then 2 when p.min_price is null then 1 else 0 end), p.created_at desc, p.id desc`

/** Each has an index except `shown`, which only admins ask for. `stocked` must not depend on a price. */
export const ORDERS: Record<ProductOrder, RawBuilder<unknown>> = {
  stocked: sql`p.in_stock desc, p.created_at desc, p.id desc`,
  buyable: BUYABLE,
  shown: sql`p.available desc, ${BUYABLE}`,
  newest: sql`p.created_at desc, p.id desc`,
  name: sql`p.search_text collate "C", p.id`,
  cheapest: sql`p.min_price, p.id`,
  dearest: sql`p.min_price desc nulls last, p.id desc`,
  strongest: sql`p.thc_high desc nulls last, p.id desc`,
  earliest: sql`p.flowering_low, p.id`,
  heaviest: sql`p.yield_high desc nulls last, p.id desc`,
}

/** No other order was requested. */
export function isUsual(order: ProductOrder): boolean {
  return order === 'stocked' || order === 'buyable' || order === 'shown'
}

/** What the search wants first comes first, unless another order is requested. */
function inOrder({ order, scales = [] }: ListQuestion): RawBuilder<unknown> {
  return isUsual(order) ? sql.join([...scales.map(inScale), ORDERS[order]]) : ORDERS[order]
}

export async function countProducts(db: Db, selection: Selection): Promise<number> {
  const { count } = await db
    .selectFrom('products as p')
    .modifyFront(VARIED_BY_VISITORS)
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('p.deleted_at', 'is', null)
    .where(matches(selection, likeByIndex(selection)))
    .executeTakeFirstOrThrow()
  return count
}

/** Oldest first: reads the index of shown products backwards. */
export async function listShownIds(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`available`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}

/** An index-only scan. */
export async function countByAvailability(db: Db): Promise<{ available: number; unavailable: number }> {
  const rows = await db
    .selectFrom('products')
    .select((of) => ['available', of.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('available')
    .execute()
  const countOf = (available: boolean) => rows.find((row) => row.available === available)?.count ?? 0
  return { available: countOf(true), unavailable: countOf(false) }
}

/** Words of products, most similar first; a part of a word counts as similar to the whole. */
export async function listNearWords(db: Db, word: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .orderBy(sql`word <->> ${word}`)
    .limit(limit)
    .execute()
  return rows.map((row) => row.word)
}

export function findProduct(db: Db, id: number): Promise<ListedProduct | undefined> {
  return products(db).where('p.id', '=', id).executeTakeFirst()
}

/** The number of orders, in any status, with this product. */
export async function countOrdersWith(db: Db, productId: number): Promise<number> {
  const { count } = await db
    .selectFrom('order_lines')
    .where('product_id', '=', productId)
    .select((of) => of.fn.count<number>('order_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Products after an id, in id order, to read all of them in batches. */
export function listAfter(db: Db, after: number, limit: number): Promise<ListedProduct[]> {
  return products(db).where('p.id', '>', after).orderBy('p.id').limit(limit).execute()
}

export function listByIds(db: Db, ids: number[]): Promise<ListedProduct[]> {
  return products(db).where(sql<SqlBool>`p.id = any(${ids})`).orderBy('p.id').execute()
}

/** Available products with stock that are sown in this month, newest first. */
export function listSownIn(db: Db, month: number, limit: number): Promise<ListedProduct[]> {
  return products(db)
    .where(sql<SqlBool>`p.sow_months @> array[${month}]::smallint[]`)
    .where(sql<SqlBool>`p.available`)
    .where(hasStock)
    .orderBy(ORDERS.newest)
    .limit(limit)
    .execute()
}

/** The identifiers of each product. */
export function listIdentities(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'type'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Available products of a brand: of this type, or of the other types; the most similar first. */
export async function listOfBrand(
  db: Db,
  { like, sameType, limit }: { like: ListedProduct; sameType: boolean; limit: number },
): Promise<ListedProduct[]> {
  // Comparing texts is slow, so only the newest products of a large brand are compared.
  const candidates = db
    .selectFrom('products')
    .select(['id', 'search_text'])
    .where('deleted_at', 'is', null)
    .where('available', '=', true)
    .where('brand_id', '=', like.brand_id)
    .where('type', sameType ? '=' : '<>', like.type)
    .where('id', '<>', like.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
  return (
    products(db)
      .innerJoin(candidates.as('candidate'), 'candidate.id', 'p.id')
      // Never mixes seeds and merchandise.
      .orderBy(sql`(p.type = 'merch') = (${like.type} = 'merch')`, 'desc')
      .orderBy(
        sql`similarity(candidate.search_text, (select search_text from products where id = ${like.id}))`,
        'desc',
      )
      .orderBy('p.id', 'desc')
      .limit(limit)
      .execute()
  )
}

/** Which of these pictures no product, presentation, setting or order line uses. */
export async function unusedPictures(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select gone.id from unnest(${ids}::text[]) as gone (id)
    where not exists (
      select from products where deleted_at is null
        and gone.id in (split_part(image, '/', 4), split_part(image_2, '/', 4), split_part(image_3, '/', 4))
    ) and not exists (
      select from blisters where deleted_at is null and gone.id = split_part(image, '/', 4)
    ) and not exists (
      select from order_lines where gone.id = split_part(product_image, '/', 4)
    ) and not ${isShownInSettings('product')}`.execute(db)
  return rows.map(({ id }) => id)
}
