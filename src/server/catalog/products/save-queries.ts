import { sql } from 'kysely'
import { PRODUCT_COLUMNS } from '../../db/columns.ts'
import type { Tx } from '../../db/transaction.ts'
import type { ProductRow } from '../../db/tables.ts'

/**
 * Locks many products before saving them in turn: brands, presentations, products, each in id order (the lock order
 * of all transactions, against deadlocks).
 */
export async function lockMany(tx: Tx, productIds: number[]): Promise<void> {
  await sql`select id from brands order by id for share`.execute(tx)
  await sql`select id from blisters where product_id = any(${productIds}) order by id for no key update`.execute(
    tx,
  )
  await sql`select id from products where id = any(${productIds}) order by id for no key update`.execute(tx)
}

/** Locks the product until the transaction ends, so that saves run one at a time. */
export function lockProduct(tx: Tx, id: number): Promise<ProductRow | undefined> {
  return tx
    .selectFrom('products')
    .select(PRODUCT_COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type ProductValues = Omit<
  ProductRow,
  'id' | 'version' | 'min_price' | 'max_discount' | 'in_stock' | 'created_at' | 'deleted_at'
>

export async function insertProduct(tx: Tx, values: ProductValues & { created_at: Date }): Promise<number> {
  const { id } = await tx.insertInto('products').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Raises the version. */
export async function updateProduct(tx: Tx, id: number, values: Partial<ProductValues>): Promise<void> {
  await tx
    .updateTable('products')
    .set((row) => ({ ...values, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function markProductDeleted(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('products').set({ deleted_at: at }).where('id', '=', id).execute()
}
