import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LOW_PRODUCT_STOCK } from '../../contract/limits.ts'
import type { Db } from '../db/connect.ts'
import { containing } from '../db/like.ts'
import { tellPublicChange } from '../db/public-change.ts'
import type { BlisterRow, ProductRow, StockReason } from '../db/tables.ts'
import { type ProductFilter, type ProductOrder, type StockLevel } from './rules.ts'

// ---- Products --------------------------------------------------------------------------------------------------

const productColumns = [
  'p.id',
  'p.name',
  'p.type',
  'p.brand_id',
  'p.genotype',
  'p.sativa',
  'p.indica',
  'p.thc',
  'p.cbd',
  'p.flavors',
  'p.effects',
  'p.flowering_time',
  'p.completed_cicle',
  'p.height_indoor',
  'p.height_outdoor',
  'p.yield_indoor',
  'p.yield_outdoor',
  'p.description',
  'p.product_size',
  'p.sku',
  'p.highlighted',
  'p.limited_edition',
  'p.available',
  'p.image',
  'p.image_2',
  'p.image_3',
  'p.version',
  'p.created_at',
] as const

const BLISTER_COLUMNS = [
  'id',
  'product_id',
  'seed_count',
  'price',
  'discount',
  'final_price',
  'stock',
] as const

/** Live products with their brand. */
function products(db: Db) {
  return db
    .selectFrom('products as p')
    .leftJoin('brands as b', 'b.id', 'p.brand_id')
    .select(productColumns)
    .select(['b.name as brand', sql<boolean>`coalesce(p.is_national, b.is_national, true)`.as('is_national')])
    .where('p.deleted_at', 'is', null)
}
export type ListedProduct = Awaited<ReturnType<typeof listProducts>>[number]

/** Which products; of each word of the search one of its spellings must be there. */
export interface Selection {
  filter: ProductFilter
  words: string[][]
}

export interface ListQuestion extends Selection {
  order: ProductOrder
  limit: number
  offset: number
}

export function listProducts(db: Db, { order, limit, offset, ...selection }: ListQuestion) {
  return products(db).where(matches(selection)).orderBy(ORDERS[order]).limit(limit).offset(offset).execute()
}

/**
 * The same, by finding all that match before they are ordered: materialized, so that the planner cannot walk through
 * the whole list in its order in the hope of meeting them soon.
 */
export function listFound(
  db: Db,
  { order, limit, offset, ...selection }: ListQuestion,
): Promise<ListedProduct[]> {
  const ids = sql`array(
    with found as materialized (
      select p.id, p.created_at, p.search_text, p.min_price from products as p
      where p.deleted_at is null and ${matches(selection)}
    )
    select p.id from found as p order by ${ORDERS[order]} limit ${limit} offset ${offset})`
  return products(db).where(sql<SqlBool>`p.id = any(${ids})`).orderBy(ORDERS[order]).execute()
}

/** Each as an index has it. */
const ORDERS: Record<ProductOrder, RawBuilder<unknown>> = {
  newest: sql`p.created_at desc, p.id desc`,
  name: sql`p.search_text collate "C", p.id`,
  cheapest: sql`p.min_price, p.id`,
  dearest: sql`p.min_price desc nulls last, p.id desc`,
}

export async function countProducts(db: Db, selection: Selection): Promise<number> {
  const { count } = await db
    .selectFrom('products as p')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('p.deleted_at', 'is', null)
    .where(matches(selection))
    .executeTakeFirstOrThrow()
  return count
}

/** Read backwards from the index of what is shown. */
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

/** From the index alone. */
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

/** The words of products that look most like this one, the nearest first; part of a word is near to all of it. */
export async function listNearWords(db: Db, word: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .orderBy(sql`word <->> ${word}`)
    .limit(limit)
    .execute()
  return rows.map((row) => row.word)
}

function matches({ filter, words }: Selection): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`true`]
  if (filter.types) conditions.push(sql`p.type = any(${filter.types})`)
  if (filter.exceptTypes) conditions.push(sql`p.type <> all(${filter.exceptTypes})`)
  if (filter.brand !== undefined) {
    conditions.push(sql`p.brand_id = (select id from brands where lower(name) = lower(${filter.brand}))`)
  }
  for (const spellings of words) {
    const any = spellings.map((word) => sql`p.search_text like ${containing(word)}`)
    conditions.push(sql<SqlBool>`(${sql.join(any, sql` or `)})`)
  }
  // Written out, not as parameters: the planner can then use the partial indexes.
  if (filter.available !== undefined)
    conditions.push(filter.available ? sql`p.available` : sql`not p.available`)
  if (filter.highlighted !== undefined)
    conditions.push(filter.highlighted ? sql`p.highlighted` : sql`not p.highlighted`)
  if (filter.limitedEdition !== undefined) {
    conditions.push(filter.limitedEdition ? sql`p.limited_edition` : sql`not p.limited_edition`)
  }
  if (filter.onSale) conditions.push(sql`p.max_discount > 0`)
  if (filter.hasPrice !== undefined) {
    conditions.push(filter.hasPrice ? sql`p.min_price is not null` : sql`p.min_price is null`)
  }
  if (filter.priceFrom !== undefined) conditions.push(sql`p.min_price >= ${filter.priceFrom}`)
  if (filter.priceBelow !== undefined) conditions.push(sql`p.min_price < ${filter.priceBelow}`)
  if (filter.stock) conditions.push(...stockConditions[filter.stock])
  if (filter.ids) conditions.push(sql`p.id = any(${filter.ids})`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const hasStock = sql<SqlBool>`exists (
  select from blisters where product_id = p.id and deleted_at is null and stock > 0)`
const hasLittle = sql<SqlBool>`(
  select sum(stock) from blisters where product_id = p.id and deleted_at is null) < ${LOW_PRODUCT_STOCK}`

/** The stock of a product is the sum over its presentations. Most products are decided without adding it up. */
const stockConditions: Record<StockLevel, Expression<SqlBool>[]> = {
  'with-stock': [hasStock],
  'low-stock': [hasStock, hasLittle],
  'out-of-stock': [sql`not ${hasStock}`],
}

export function findProduct(db: Db, id: number): Promise<ListedProduct | undefined> {
  return products(db).where('p.id', '=', id).executeTakeFirst()
}

/** In how many orders of whatever state a product is. */
export async function countOrdersWith(db: Db, productId: number): Promise<number> {
  const { count } = await db
    .selectFrom('order_lines')
    .where('product_id', '=', productId)
    .select((of) => of.fn.count<number>('order_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** In the order of their numbers, after one of them: to go through all, some at a time. */
export function listAfter(db: Db, after: number, limit: number): Promise<ListedProduct[]> {
  return products(db).where('p.id', '>', after).orderBy('p.id').limit(limit).execute()
}

export function listByIds(db: Db, ids: number[]): Promise<ListedProduct[]> {
  return products(db).where(sql<SqlBool>`p.id = any(${ids})`).orderBy('p.id').execute()
}

/** What tells one product from another, of all of them. */
export function listIdentities(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'type'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/**
 * Holds many products with their presentations, to save them one after another: brands, products, presentations, each
 * by ascending number, as everybody takes them.
 */
export async function lockMany(tx: Db, productIds: number[]): Promise<void> {
  await sql`select id from brands order by id for share`.execute(tx)
  await sql`select id from products where id = any(${productIds}) order by id for no key update`.execute(tx)
  await sql`select id from blisters where product_id = any(${productIds}) order by id for no key update`.execute(
    tx,
  )
}

/** Available products of a brand: of this type, or of the other types; the most similar first. */
export async function listOfBrand(
  db: Db,
  { like, sameType, limit }: { like: ListedProduct; sameType: boolean; limit: number },
): Promise<ListedProduct[]> {
  // Comparing texts is dear: only the newest of a large brand are compared.
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
  return products(db)
    .innerJoin(candidates.as('candidate'), 'candidate.id', 'p.id')
    .orderBy(
      sql`similarity(candidate.search_text, (select search_text from products where id = ${like.id}))`,
      'desc',
    )
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
}

/** The product itself, held until the end of the transaction: saves of one product take turns. */
export function lockProduct(tx: Db, id: number): Promise<ProductRow | undefined> {
  return tx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type ProductValues = Omit<ProductRow, 'id' | 'version' | 'created_at' | 'deleted_at'>

export async function insertProduct(tx: Db, values: ProductValues & { created_at: Date }): Promise<number> {
  const { id } = await tx.insertInto('products').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Raises the version. */
export async function updateProduct(tx: Db, id: number, values: Partial<ProductValues>): Promise<void> {
  await tx
    .updateTable('products')
    .set((row) => ({ ...values, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function markProductDeleted(tx: Db, id: number, at: Date): Promise<void> {
  await tx.updateTable('products').set({ deleted_at: at }).where('id', '=', id).execute()
}

/** Those of these pictures that neither a live product nor a line of an order shows. */
export async function unusedPictures(tx: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select gone.id from unnest(${ids}::text[]) as gone (id)
    where not exists (
      select from products where deleted_at is null
        and gone.id in (split_part(image, '/', 4), split_part(image_2, '/', 4), split_part(image_3, '/', 4))
    )`.execute(tx)
  // Most are still shown by their product: only for the others are all lines looked through.
  const left = rows.map(({ id }) => id)
  if (left.length === 0) return []
  const sold = await sql<{ id: string }>`
    select distinct split_part(product_image, '/', 4) as id from order_lines
    where split_part(product_image, '/', 4) = any(${left}::text[])`.execute(tx)
  const kept = new Set(sold.rows.map(({ id }) => id))
  return left.filter((id) => !kept.has(id))
}

// ---- Presentations ---------------------------------------------------------------------------------------------

/** Smallest first. Written out, as every list asks it: nothing is built. */
export async function listBlisters(db: Db, productIds: number[]) {
  const { rows } = await sql<Pick<BlisterRow, (typeof BLISTER_COLUMNS)[number]>>`
    select id, product_id, seed_count, price, discount, final_price, stock
    from blisters where product_id = any(${productIds}::int[]) and deleted_at is null
    order by seed_count, id`.execute(db)
  return rows
}
export type ListedBlister = Awaited<ReturnType<typeof listBlisters>>[number]

/** A live presentation of a live product. */
export function findBlister(db: Db, id: number) {
  return db
    .selectFrom('blisters as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select([
      'l.id',
      'l.product_id',
      'l.seed_count',
      'l.price',
      'l.discount',
      'l.final_price',
      'l.stock',
      'p.available',
    ])
    .where('l.id', '=', id)
    .where('l.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Held until the end of the transaction, in the order in which orders take them. */
export function lockBlisters(tx: Db, productId: number): Promise<ListedBlister[]> {
  return tx
    .selectFrom('blisters')
    .select(BLISTER_COLUMNS)
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

interface BlisterValues {
  seed_count: number
  price: number
  discount: number
  final_price: number
  stock: number
}

export async function insertBlister(tx: Db, productId: number, values: BlisterValues): Promise<number> {
  const { id } = await tx
    .insertInto('blisters')
    .values({ ...values, product_id: productId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateBlister(tx: Db, id: number, values: BlisterValues): Promise<void> {
  await tx.updateTable('blisters').set(values).where('id', '=', id).execute()
}

export async function markBlistersDeleted(tx: Db, ids: number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('blisters').set({ deleted_at: at, stock: 0 }).where('id', 'in', ids).execute()
}

/** All that an order has to know of presentations, deleted ones too: `sellable` says whether they can be bought. */
export function listForOrder(db: Db, blisterIds: number[]) {
  return db
    .selectFrom('blisters as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .leftJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['l.id as blisterId', 'l.product_id as productId', 'l.seed_count as seedCount', 'l.stock'])
    .select(['l.price', 'l.discount', 'l.final_price as finalPrice'])
    .select(['p.name as productName', 'b.name as brand', 'p.image', 'p.type'])
    .select(sql<boolean>`p.available and p.deleted_at is null and l.deleted_at is null`.as('sellable'))
    .where(sql<SqlBool>`l.id = any(${blisterIds})`)
    .execute()
}

// ---- Stock -----------------------------------------------------------------------------------------------------

/**
 * Takes what there is enough of, writes it into the ledger and says that something public changed; answers the ids of
 * those. The presentations are held in ascending order, so that two orders for the same ones may wait for each other
 * but cannot deadlock. One statement, because an order waits for each.
 */
export async function takeFromBlisters(
  tx: Db,
  lines: { blisterId: number; productId: number; quantity: number }[],
  cause: MovementCause,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select blister_id, product_id, quantity from unnest(
        ${lines.map(({ blisterId }) => blisterId)}::int[],
        ${lines.map(({ productId }) => productId)}::int[],
        ${lines.map(({ quantity }) => quantity)}::int[]
      ) as wanted (blister_id, product_id, quantity)
    ), held as (
      select blisters.id from blisters join wanted on wanted.blister_id = blisters.id
      where blisters.stock >= wanted.quantity -- who is too late anyway waits for nobody
      order by blisters.id for no key update of blisters
    ), taken as (
      update blisters set stock = stock - wanted.quantity
      from held join wanted on wanted.blister_id = held.id
      where blisters.id = held.id and blisters.product_id = wanted.product_id
        and blisters.stock >= wanted.quantity and blisters.deleted_at is null
      returning blisters.id, wanted.quantity
    ), noted as (
      insert into stock_movements (blister_id, change, reason, order_id, user_id, created_at)
      select id, -quantity, ${cause.reason}::text, ${cause.orderId}::int, ${cause.userId}::int, ${cause.at}::timestamptz
      from taken
    )
    select id, ${tellPublicChange(tx, 'stock')} from taken`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deleted presentations take back too: what was counted once stays counted. False when it would be more than `most`. */
export async function addToBlister(
  tx: Db,
  { blisterId, quantity, most }: { blisterId: number; quantity: number; most: number },
): Promise<boolean> {
  const added = await tx
    .updateTable('blisters')
    .set((row) => ({ stock: row('stock', '+', quantity) }))
    .where('id', '=', blisterId)
    .where('stock', '<=', most - quantity)
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export interface Movement {
  blister_id: number
  change: number
}

/** Why stock moved, for the ledger. */
export interface MovementCause {
  reason: StockReason
  orderId: number | null
  userId: number | null
  at: Date
}

export async function insertMovements(tx: Db, movements: Movement[], cause: MovementCause): Promise<void> {
  const rows = movements
    .filter(({ change }) => change !== 0)
    .map((movement) => ({
      ...movement,
      reason: cause.reason,
      order_id: cause.orderId,
      user_id: cause.userId,
      created_at: cause.at,
    }))
  if (rows.length > 0) await tx.insertInto('stock_movements').values(rows).execute()
}
