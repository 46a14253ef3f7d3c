import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Centavos } from '../../../contract/money.ts'
import { MAX_PRICED } from '../../../contract/catalog/price-rule.ts'
import type { PriceFilter } from '../../../contract/catalog/price-runs.ts'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import { goodsName } from '../blister-queries.ts'

/** A presentation with a price, for price runs. */
export interface PricedRow {
  blister_id: number
  product_id: number
  name: string
  type: ProductType
  seed_count: number
  price: Centavos
  discount: number
  final_price: Centavos
}

/** By name; at most one more than a run may change, to detect too many. */
export async function listPriced(db: Db, filter: PriceFilter): Promise<PricedRow[]> {
  const { rows } = await sql<PricedRow>`
    select b.id as blister_id, p.id as product_id, ${goodsName()} as name, p.type, b.seed_count, b.price, b.discount, b.final_price
    from blisters b join products p on p.id = b.product_id left join brands m on m.id = p.brand_id
    where b.deleted_at is null and p.deleted_at is null and b.price > 0 and ${matching(filter)}
    order by p.search_text collate "C", b.seed_count, b.id limit ${MAX_PRICED + 1}`.execute(db)
  return rows
}

function matching(filter: PriceFilter): RawBuilder<SqlBool> {
  const conditions = [sql`true`]
  if (filter.brands?.length) conditions.push(sql`p.brand_id = any(${filter.brands}::int[])`)
  if (filter.types?.length) conditions.push(sql`p.type = any(${filter.types}::text[])`)
  if (filter.ids?.length) conditions.push(sql`p.id = any(${filter.ids}::int[])`)
  if (filter.limited !== undefined) conditions.push(sql`p.limited_edition = ${filter.limited}`)
  if (filter.available !== undefined) conditions.push(sql`p.available = ${filter.available}`)
  if (filter.national !== undefined)
    conditions.push(sql`coalesce(p.is_national, m.is_national, true) = ${filter.national}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/**
 * Raises the version of products whose prices changed, so that forms with old prices are refused. Lock presentations
 * before: products come last in the lock order.
 */
export async function raiseVersions(tx: Tx, productIds: number[]): Promise<void> {
  await sql`
    with locked as (
      select id from products where id = any(${productIds}::int[]) order by id for no key update
    )
    update products set version = version + 1 from locked where products.id = locked.id`.execute(tx)
}

// ---- Runs ------------------------------------------------------------------------------------------------------

export function runs(db: Db) {
  return db
    .selectFrom('price_runs as r')
    .leftJoin('price_runs as undo', 'undo.undo_of', 'r.id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.kind',
      'r.rule',
      'r.changed',
      'r.sum_old',
      'r.sum_new',
      'r.undo_of',
      'undo.id as undone_by',
      'u.username',
      'r.created_at',
    ])
}
export type ListedRun = NonNullable<Awaited<ReturnType<typeof findRun>>>

export function findRun(db: Db, id: number) {
  return runs(db).where('r.id', '=', id).executeTakeFirst()
}

export function listRuns(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return runs(db).orderBy('r.id', 'desc').limit(limit).offset(offset).execute()
}

export async function countRuns(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('price_runs')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A price change of a run; `isLast`: the price did not change since, and the presentation still exists. */
interface RunChange extends Omit<PricedRow, 'final_price'> {
  old_price: Centavos
  old_discount: number
  isLast: boolean
}

export async function listChangesOf(db: Db, runId: number): Promise<RunChange[]> {
  const { rows } = await sql<RunChange>`
    select c.blister_id, b.product_id, ${goodsName()} as name, p.type, b.seed_count, c.new_price as price, c.new_discount as discount,
      c.old_price, c.old_discount, b.deleted_at is null and not exists (
        select from price_changes later where later.blister_id = c.blister_id and later.id > c.id
      ) as "isLast"
    from price_changes c join blisters b on b.id = c.blister_id join products p on p.id = b.product_id
    where c.run_id = ${runId} order by p.search_text collate "C", b.seed_count, b.id`.execute(db)
  return rows
}

// ---- History ---------------------------------------------------------------------------------------------------

/** Newest first; of removed presentations too. */
export function listHistory(
  db: Db,
  { blister, before, limit }: { blister: number; before: number | undefined; limit: number },
) {
  return db
    .selectFrom('price_changes as c')
    .leftJoin('price_runs as r', 'r.id', 'c.run_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'c.created_at',
      'c.old_price',
      'c.new_price',
      'c.old_discount',
      'c.new_discount',
      'c.run_id',
      'r.kind',
      'u.username',
    ])
    .where('c.blister_id', '=', blister)
    .$if(before !== undefined, (query) => query.where('c.id', '<', before ?? 0))
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
}
