import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'
import type { BlisterRow } from '../db/tables.ts'
import type { PricedPresentation } from './rules.ts'

const BLISTER_COLUMNS = [
  'id',
  'product_id',
  'seed_count',
  'size',
  'price',
  'discount',
  'final_price',
  'stock',
  'withheld',
  'image',
] as const
const IN_JSON = sql.raw(
  BLISTER_COLUMNS.filter((column) => column !== 'product_id')
    .map((column) => `'${column}', ${column}`)
    .join(', '),
)

/** Sizes in words from small to large, whenever they were added; others after them, as added. */
const SIZE_ORDER = sql`array_position(array['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl'], lower(size))`

export type ListedBlister = Pick<BlisterRow, (typeof BLISTER_COLUMNS)[number]>

/** The name of product `p` with the size of a presentation, as orders and lists of presentations have it: 'Remera · XL'. */
export function goodsName(size = 'b.size'): RawBuilder<string> {
  return sql.raw(`concat_ws(' · ', p.name, nullif(${size}, ''))`)
}

/** The presentations of the product `p`, smallest first, read in the same statement to save a round trip. */
export const blistersOfProduct = sql<Omit<ListedBlister, 'product_id'>[]>`(
  select coalesce(json_agg(json_build_object(${IN_JSON}) order by seed_count, ${SIZE_ORDER}, id), '[]')
  from blisters where product_id = p.id and deleted_at is null)`

/** A live presentation of a live product. */
export function findBlister(db: Db, id: number) {
  return db
    .selectFrom('blisters as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select([...BLISTER_COLUMNS.map((column) => `l.${column}` as const), 'p.available'])
    .where('l.id', '=', id)
    .where('l.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Locks the presentations in id order, as orders do, until the transaction ends. */
export function lockBlisters(tx: Tx, productId: number): Promise<ListedBlister[]> {
  return tx
    .selectFrom('blisters')
    .select(BLISTER_COLUMNS)
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export type BlisterValues = PricedPresentation & { image: string | null }

/** Inserts with stock 0 and no price: `moveStock` adds the first units, `setPrices` the price. */
export async function insertBlister(
  tx: Tx,
  productId: number,
  { seed_count, size, image }: BlisterValues,
): Promise<number> {
  const { id } = await tx
    .insertInto('blisters')
    .values({
      seed_count,
      size,
      image,
      product_id: productId,
      stock: 0,
      price: 0,
      discount: 0,
      final_price: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates all columns but stock and price. */
export async function updateBlister(
  tx: Tx,
  id: number,
  { seed_count, size, image }: BlisterValues,
): Promise<void> {
  await tx.updateTable('blisters').set({ seed_count, size, image }).where('id', '=', id).execute()
}

export async function markBlistersDeleted(tx: Tx, ids: number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('blisters').set({ deleted_at: at }).where('id', 'in', ids).execute()
}
