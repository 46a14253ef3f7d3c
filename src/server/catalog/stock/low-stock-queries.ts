import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import type { LowRow } from '../../mail/stock-mails.ts'
import { goodsName } from '../blister-queries.ts'

/** The low mark of presentation `b`; `usual` is the setting. */
export const lowFrom = (usual: number): RawBuilder<number> => sql`coalesce(b.low_at, ${usual}::int)`

/** Presentation `b` of product `p` is shown, at its low mark and not out of stock. */
export function isLow(usual: number): RawBuilder<SqlBool> {
  return sql`p.available and p.deleted_at is null and b.deleted_at is null and b.stock between 1 and ${lowFrom(usual)}`
}

/**
 * Takes shown presentations at their low mark or out of stock that were not reported yet, and marks them as reported.
 */
export async function takeLow(tx: Tx, { usual, at }: { usual: number; at: Date }): Promise<LowRow[]> {
  const { rows } = await sql<LowRow>`
    with low as (
      select b.id from blisters b join products p on p.id = b.product_id
      where p.available and p.deleted_at is null and b.deleted_at is null and b.low_notified_at is null
        and b.stock <= ${lowFrom(usual)}
      order by b.id for no key update of b
    ), told as (
      update blisters set low_notified_at = ${at} from low where blisters.id = low.id
      returning blisters.product_id, blisters.seed_count, blisters.size, blisters.stock, blisters.image
    )
    select ${goodsName('told.size')} as name, p.type, told.seed_count, told.stock, coalesce(told.image, p.image) as image
    from told join products p on p.id = told.product_id
    order by told.stock, p.search_text collate "C", told.seed_count`.execute(tx)
  return rows
}

/** Resets presentations above their low mark, so that they are reported again. */
export async function forgetRisen(db: Db, usual: number): Promise<void> {
  await sql`
    with risen as (
      select b.id from blisters b where b.low_notified_at is not null and b.stock > ${lowFrom(usual)}
      order by b.id for no key update skip locked
    )
    update blisters set low_notified_at = null from risen where blisters.id = risen.id`.execute(db)
}
