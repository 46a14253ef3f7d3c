import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { BlisterRow } from '../db/tables.ts'

const BLISTER_COLUMNS = [
  'id',
  'product_id',
  'seed_count',
  'price',
  'discount',
  'final_price',
  'stock',
] as const

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
