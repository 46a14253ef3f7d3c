import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { ProductRow } from '../db/tables.ts'

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
