import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import type { CountQuery } from '../../../contract/catalog/stock-counts.ts'
import type { CountState } from '../../../contract/catalog/stock-rules.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import { goodsName } from '../blister-queries.ts'
import { reservedIn } from '../lots/unit-queries.ts'
import { searchWords } from '../rules.ts'
import { matches, presentationHas } from '../selection.ts'

export interface CountRow {
  id: number
  state: CountState
  note: string
  user: string | null
  created_at: Date
  closed_by: string | null
  closed_at: Date | null
  lines: number
  differing: number
  more: number
  fewer: number
}

export async function listCounts(
  db: Db,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<CountRow[]> {
  return selectCounts(db, before === undefined ? sql`true` : sql`c.id < ${before}`, limit)
}

export async function findCount(db: Db, id: number): Promise<CountRow | undefined> {
  return (await selectCounts(db, sql`c.id = ${id}`, 1))[0]
}

async function selectCounts(db: Db, which: RawBuilder<SqlBool>, limit: number): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select c.id, c.state, c.note, c.created_at, c.closed_at, opener.username as user, closer.username as closed_by,
      lines.*
    from (select * from stock_counts c where ${which} order by id desc limit ${limit}) c
      left join users opener on opener.id = c.user_id left join users closer on closer.id = c.closed_by
      cross join lateral (
        select count(*)::int as lines, (count(*) filter (where counted <> expected))::int as differing,
          coalesce(sum(counted - expected) filter (where counted > expected), 0)::int as more,
          coalesce(sum(expected - counted) filter (where counted < expected), 0)::int as fewer
        from stock_count_lines where count_id = c.id
      ) lines
    order by c.id desc`.execute(db)
  return rows
}

/** Undefined when another one is open. */
export async function insertCount(
  tx: Tx,
  { note, userId, at }: { note: string; userId: number; at: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into stock_counts (note, user_id, created_at) values (${note}, ${userId}, ${at})
    on conflict (state) where state = 'open' do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** The state, locked against closing (`share`) or for closing. */
export async function lockCount(
  tx: Tx,
  id: number,
  lock: 'share' | 'update',
): Promise<CountState | undefined> {
  const found = tx.selectFrom('stock_counts').select('state').where('id', '=', id)
  const row = await (lock === 'share' ? found.forShare() : found.forUpdate()).executeTakeFirst()
  return row?.state
}

export async function closeCount(
  tx: Tx,
  id: number,
  { state, userId, at }: { state: CountState; userId: number; at: Date },
): Promise<void> {
  const closed = { state, closed_at: at, closed_by: userId }
  await tx.updateTable('stock_counts').set(closed).where('id', '=', id).execute()
}

export interface CountLineRow {
  blister_id: number
  name: string
  brand: string | null
  type: ProductType
  seed_count: number
  counted: number | null
  expected: number | null
  applied: number | null
  counted_by: string | null
  counted_at: Date | string | null
}

const LINES = sql`
  blisters b join products p on p.id = b.product_id left join brands m on m.id = p.brand_id`
const LINE_COLUMNS = sql`b.id as blister_id, ${goodsName()} as name, m.name as brand, p.type, b.seed_count, l.counted, l.expected, l.applied,
  u.username as counted_by, l.counted_at`

const VIEWS = {
  any: sql`true`,
  missing: sql`l.counted is null`,
  counted: sql`l.counted is not null`,
  differing: sql`l.counted <> l.expected`,
}

/** One page by name and seed count; removed presentations only if they were counted. */
export async function listLines(
  db: Db,
  count: number,
  { search, brand, view, limit, offset }: CountQuery & { limit: number; offset: number },
): Promise<{ rows: CountLineRow[]; count: number }> {
  const words = searchWords(search ?? '')
  const filter = { words, brand: brand || undefined, onSale: false }
  const product = matches({ filter, words: [] })
  const { rows } = await sql<{ rows: CountLineRow[]; count: number }>`
    with found as materialized (
      select ${LINE_COLUMNS}, p.search_text
      from ${LINES} left join stock_count_lines l on l.blister_id = b.id and l.count_id = ${count}
        left join users u on u.id = l.counted_by
      where ${product} and ${presentationHas(words)} and (l.counted is not null or b.deleted_at is null and p.deleted_at is null)
        and ${VIEWS[view ?? 'any']}
    ), page as (
      select * from found order by search_text collate "C", seed_count, blister_id limit ${limit} offset ${offset}
    )
    select (select count(*) from found)::int as count, (
      select coalesce(json_agg(page order by search_text collate "C", seed_count, blister_id), '[]') from page
    ) as rows`.execute(db)
  return rows[0] ?? { rows: [], count: 0 }
}

/** Undefined for an id that never existed. */
export async function findLine(db: Db, count: number, blister: number): Promise<CountLineRow | undefined> {
  const { rows } = await sql<CountLineRow>`
    select ${LINE_COLUMNS}
    from ${LINES} left join stock_count_lines l on l.blister_id = b.id and l.count_id = ${count}
      left join users u on u.id = l.counted_by
    where b.id = ${blister}`.execute(db)
  return rows[0]
}

/**
 * Writes a line with the units expected on the shelf now. A single statement, so that the units of a concurrent order
 * are seen either in the stock or in the order. Resolves to false for a removed presentation.
 */
export async function writeLine(
  tx: Tx,
  line: { count: number; blister: number; counted: number },
  { userId, at }: { userId: number; at: Date },
): Promise<boolean> {
  const { count, blister, counted } = line
  const { rows } = await sql`
    with reserved as (${reservedIn(sql`l.blister_id = ${blister}`)})
    insert into stock_count_lines (count_id, blister_id, counted, expected, counted_by, counted_at)
    select ${count}, b.id, ${counted}::int, b.stock + b.withheld + coalesce(r.units, 0), ${userId}, ${at}
    from blisters b left join reserved r on r.blister_id = b.id where b.id = ${blister} and b.deleted_at is null
    on conflict (count_id, blister_id) do update set counted = excluded.counted, expected = excluded.expected,
      counted_by = excluded.counted_by, counted_at = excluded.counted_at
    returning blister_id`.execute(tx)
  return rows.length > 0
}

export async function deleteLine(
  tx: Tx,
  { count, blister }: { count: number; blister: number },
): Promise<void> {
  await tx
    .deleteFrom('stock_count_lines')
    .where('count_id', '=', count)
    .where('blister_id', '=', blister)
    .execute()
}

export interface Difference {
  blister_id: number
  name: string
  type: ProductType
  seed_count: number
  change: number
  /** The current stock, and the units on hold beside it. */
  stock: number
  withheld: number
  isRemoved: boolean
}

/** Lines with a difference, with their presentations locked. */
export async function holdDifferences(tx: Tx, count: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select b.id as blister_id, ${goodsName()} as name, p.type, b.seed_count, l.counted - l.expected as change, b.stock, b.withheld,
      b.deleted_at is not null as "isRemoved"
    from stock_count_lines l join blisters b on b.id = l.blister_id join products p on p.id = b.product_id
    where l.count_id = ${count} and l.counted <> l.expected order by b.id for no key update of b`.execute(tx)
  return rows
}

/** Marks all lines but the refused ones as applied. */
export async function markApplied(tx: Tx, count: number, refused: number[]): Promise<void> {
  await sql`update stock_count_lines set applied = counted - expected
    where count_id = ${count} and blister_id <> all(${refused}::int[])`.execute(tx)
}
