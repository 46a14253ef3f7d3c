import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'
import type { BlisterRow } from '../db/tables.ts'
import type { PricedPresentation } from './rules.ts'

const BLISTER_COLUMNS = [
  'id',
  'product_id',
  'seed_count',
  'price',
  'discount',
  'final_price',
  'stock',
  'withheld',
  'image',
] as const

export type ListedBlister = Pick<BlisterRow, (typeof BLISTER_COLUMNS)[number]>

/** The presentations of the product `p`, smallest first, read in the same statement to save a round trip. */
export const blistersOfProduct = sql<Omit<ListedBlister, 'product_id'>[]>`(
  select coalesce(json_agg(json_build_object('id', id, 'seed_count', seed_count, 'price', price, 'discount', discount,
    'final_price', final_price, 'stock', stock, 'withheld', withheld, 'image', image) order by seed_count, id), '[]')
  from blisters where product_id = p.id and deleted_at is null)`

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
      'l.withheld',
      'l.image',
      'p.available',
    ])
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
  { seed_count, image }: BlisterValues,
): Promise<number> {
  const { id } = await tx
    .insertInto('blisters')
    .values({ seed_count, image, product_id: productId, stock: 0, price: 0, discount: 0, final_price: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates all columns but stock and price. */
export async function updateBlister(tx: Tx, id: number, { seed_count, image }: BlisterValues): Promise<void> {
  await tx.updateTable('blisters').set({ seed_count, image }).where('id', '=', id).execute()
}

export async function markBlistersDeleted(tx: Tx, ids: number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('blisters').set({ deleted_at: at }).where('id', 'in', ids).execute()
}
