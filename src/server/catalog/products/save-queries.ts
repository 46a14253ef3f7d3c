import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import type { ProductRow } from '../../db/tables.ts'

/**
 * Locks many products before they are saved one after the other: brands, presentations, products, each by id, the order of
 * all locks, so that two transactions cannot deadlock.
 */
export async function lockMany(tx: Tx, productIds: number[]): Promise<void> {
  await sql`select id from brands order by id for share`.execute(tx)
  await sql`select id from blisters where product_id = any(${productIds}) order by id for no key update`.execute(
    tx,
  )
  await sql`select id from products where id = any(${productIds}) order by id for no key update`.execute(tx)
}

/** Locks the product until the transaction ends: saves of one product take turns. */
export function lockProduct(tx: Tx, id: number): Promise<ProductRow | undefined> {
  return tx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type ProductValues = Omit<ProductRow, 'id' | 'version' | 'in_stock' | 'created_at' | 'deleted_at'>

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
