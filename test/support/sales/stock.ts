import type { Db } from '../../../src/server/db/connect.ts'

/** The stock of a presentation. */
export async function stockOf(db: Db, blisterId: number): Promise<number> {
  const row = await db
    .selectFrom('blisters')
    .select('stock')
    .where('id', '=', blisterId)
    .executeTakeFirstOrThrow()
  return row.stock
}
