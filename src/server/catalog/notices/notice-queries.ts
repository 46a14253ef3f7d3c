import { sql } from 'kysely'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import { latestStart } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import { goodsName } from '../blister-queries.ts'

export interface NoticeRow {
  blister_id: number
  product_id: number
  name: string
  type: ProductType
  seed_count: number
  created_at: Date
}

/** Of presentation `b` and its product `p`. */
const IS_SHOWN = sql`b.deleted_at is null and p.deleted_at is null and p.available`

/** Only of products still shown. */
export async function listNotices(db: Db, userId: number): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.blister_id, p.id as product_id, ${goodsName()} as name, p.type, b.seed_count, n.created_at
    from stock_notices n join blisters b on b.id = n.blister_id join products p on p.id = b.product_id
    where n.user_id = ${userId} and ${IS_SHOWN}
    order by n.created_at desc, n.blister_id`.execute(db)
  return rows
}

/** The stock of a shown presentation. */
export async function findWanted(db: Db, blister: number): Promise<{ stock: number } | undefined> {
  const { rows } = await sql<{ stock: number }>`
    select b.stock from blisters b join products p on p.id = b.product_id
    where b.id = ${blister} and ${IS_SHOWN}`.execute(db)
  return rows[0]
}

/** False when the account has `most` listed already. Locking the account makes the count exact. */
export async function insertNotice(
  tx: Tx,
  { userId, blister, most, at }: { userId: number; blister: number; most: number; at: Date },
): Promise<boolean> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  const { rows } = await sql<{ has: boolean }>`
    with added as (
      insert into stock_notices (user_id, blister_id, created_at) select ${userId}::int, ${blister}::int, ${at}::timestamptz
      where (
        select count(*) from stock_notices n join blisters b on b.id = n.blister_id join products p on p.id = b.product_id
        where n.user_id = ${userId} and ${IS_SHOWN}
      ) < ${most}
      on conflict do nothing returning 1
    )
    select exists (select from added) or exists (
      select from stock_notices where user_id = ${userId} and blister_id = ${blister}
    ) as has`.execute(tx)
  return rows[0]?.has === true
}

export async function deleteNotice(db: Db, userId: number, blister: number): Promise<void> {
  await db
    .deleteFrom('stock_notices')
    .where('user_id', '=', userId)
    .where('blister_id', '=', blister)
    .execute()
}

/** A recipient of a restock mail. */
interface ToldRow {
  user_id: number
  email: string
  product_id: number
  blister_id: number
  name: string
  type: ProductType
  seed_count: number
  image: string | null
}

export interface Times {
  at: Date
  dayAgo: Date
}

/** Shown presentations with stock and notices, whose last mails are more than a day old. */
function isDue({ at, dayAgo }: Times) {
  return sql`b.stock > 0 and ${IS_SHOWN}
    and (b.notices_mailed_at is null or b.notices_mailed_at <= ${dayAgo}::timestamptz
      or b.notices_mailed_at > ${latestStart(at)}::timestamptz)
    and exists (select from stock_notices n where n.blister_id = b.id)`
}

export async function listDue(db: Db, times: Times): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from blisters b join products p on p.id = b.product_id where ${isDue(times)} order by b.id`.execute(
    db,
  )
  return rows
}

/**
 * Takes the notices of a presentation that is due: oldest first, two for each unit, the next ones a day later. None
 * while an order has locked it.
 */
export async function takeDue(tx: Tx, blister: number, times: Times): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    with due as (
      select b.id, b.stock from blisters b join products p on p.id = b.product_id
      where b.id = ${blister} and ${isDue(times)} for no key update of b skip locked
    ), waiting as (
      select n.user_id, n.blister_id, due.stock,
        row_number() over (partition by n.blister_id order by n.created_at, n.user_id) as place
      from stock_notices n join due on due.id = n.blister_id
    ), told as (
      delete from stock_notices n using waiting w
      where n.user_id = w.user_id and n.blister_id = w.blister_id and w.place <= 2 * w.stock
      returning n.user_id, n.blister_id
    ), marked as (
      update blisters set notices_mailed_at = (
        select max(${times.at}::timestamptz) from waiting w where w.blister_id = blisters.id and w.place > 2 * w.stock
      ) from due where blisters.id = due.id
    )
    select u.id as user_id, u.email, p.id as product_id, b.id as blister_id, ${goodsName()} as name, p.type, b.seed_count,
      coalesce(b.image, p.image) as image
    from told join users u on u.id = told.user_id and u.is_active join blisters b on b.id = told.blister_id
      join products p on p.id = b.product_id
    order by u.id`.execute(tx)
  return rows
}

/** Deletes notices of removed presentations. */
export async function deleteVoidNotices(db: Db): Promise<void> {
  await sql`delete from stock_notices n using blisters b where b.id = n.blister_id and b.deleted_at is not null`.execute(
    db,
  )
}
