import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'

/** Of products still shown, newest first. */
export async function listFavorites(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('favorites as f')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .select('p.id')
    .where('f.user_id', '=', userId)
    .where('p.deleted_at', 'is', null)
    .where('p.available', '=', true)
    .orderBy('f.created_at', 'desc')
    .orderBy('p.id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Adds the shown ones of these products until the account has `most`. Locking the account makes the count exact. Once it
 * is full, favourites that are not shown any more make room.
 */
export async function insertFavorites(
  tx: Tx,
  { userId, ids, most, at }: { userId: number; ids: number[]; most: number; at: Date },
): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  await sql`delete from favorites f using products p where f.user_id = ${userId} and p.id = f.product_id
    and (p.deleted_at is not null or not p.available)
    and (select count(*) from favorites where user_id = ${userId}) >= ${most}`.execute(tx)
  await sql`
    insert into favorites (user_id, product_id, created_at)
    select ${userId}::int, p.id, ${at}::timestamptz
    from unnest(${ids}::int[]) with ordinality as wanted (id, place) join products p on p.id = wanted.id
    where p.deleted_at is null and p.available
      and not exists (select from favorites f where f.user_id = ${userId} and f.product_id = p.id)
    order by place
    limit greatest(0, ${most} - (select count(*) from favorites where user_id = ${userId}))
    on conflict do nothing`.execute(tx)
}

export async function deleteFavorite(db: Db, userId: number, product: number): Promise<void> {
  await db.deleteFrom('favorites').where('user_id', '=', userId).where('product_id', '=', product).execute()
}

export async function isShown(db: Db, product: number): Promise<boolean> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', product)
    .where('deleted_at', 'is', null)
    .where('available', '=', true)
    .executeTakeFirst()
  return row !== undefined
}
