import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Centavos } from '../../../contract/money.ts'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import type { StockQuery } from '../../../contract/catalog/stock.ts'
import type { StockReason } from '../../../contract/catalog/stock-rules.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import { goodsName } from '../blister-queries.ts'
import { isLow, lowFrom } from './low-stock-queries.ts'
import { lottedOf, reservedIn } from '../lots/unit-queries.ts'
import { IS_ON_HOLD } from '../lots/withhold.ts'
import { searchWords } from '../rules.ts'
import { matches, presentationHas } from '../selection.ts'

/** A presentation with its units; `value` of the available ones at the final price. */
export interface ListedStock {
  blister_id: number
  product_id: number
  name: string
  brand: string | null
  type: ProductType
  seed_count: number
  shown: boolean
  available: number
  reserved: number
  withheld: number
  unlotted: number
  low_at: number | null
  low_from: number
  waiting: number
  value: Centavos
}

export interface StockTotals {
  count: number
  available: number
  reserved: number
  withheld: number
  value: Centavos
}

/** `usual`: the default low mark. */
const presentations = (condition: RawBuilder<SqlBool>, usual: number) => sql`
  select b.id as blister_id, p.id as product_id, ${goodsName()} as name, m.name as brand, p.type, b.seed_count, p.available as shown,
    b.stock as available, coalesce(r.units, 0) as reserved, b.withheld, b.stock * b.final_price as value, b.low_at,
    ${lowFrom(usual)} as low_from, p.search_text
  from blisters b join products p on p.id = b.product_id left join brands m on m.id = p.brand_id
    left join reserved r on r.blister_id = b.id
  where b.deleted_at is null and p.deleted_at is null and ${condition}`

/** Of `presentations`, named: a statement with a star is not prepared (`db/prepared.ts`). */
const FIELDS = sql.raw(
  'blister_id, product_id, name, brand, type, seed_count, shown, available, reserved, withheld, value, low_at, low_from, search_text',
)

/** What is read for the shown ones only: a limit would compute it for all that come before, too. */
const shownPart = (from: string) => {
  const blister = sql.ref(`${from}.blister_id`)
  return sql`available + reserved + withheld - ${lottedOf(blister)} as unlotted,
    (select count(*)::int from stock_notices n where n.blister_id = ${blister}) as waiting`
}

/** One page by name and seed count, and the totals of all pages. */
export async function listStock(
  db: Db,
  query: StockQuery,
  { limit, offset, usual }: { limit: number; offset: number; usual: number },
): Promise<{ rows: ListedStock[]; totals: StockTotals }> {
  const { rows } = await sql<{ totals: StockTotals; rows: ListedStock[] }>`
    with reserved as (${reservedIn(sql`true`)}), found as materialized (${presentations(matching(query, usual), usual)}), page as (
      select ${FIELDS} from found order by search_text collate "C", seed_count, blister_id limit ${limit} offset ${offset}
    )
    select (
      select json_build_object('count', count(*), 'available', coalesce(sum(available), 0),
        'reserved', coalesce(sum(reserved), 0), 'withheld', coalesce(sum(withheld), 0), 'value', coalesce(sum(value), 0)) from found
    ) as totals, (
      select coalesce(json_agg(listed order by search_text collate "C", seed_count, blister_id), '[]')
      from (select ${FIELDS}, ${shownPart('page')} from page) listed
    ) as rows`.execute(db)
  const [answer] = rows
  if (!answer) throw new Error('No totals')
  return answer
}

export async function findStock(db: Db, blister: number, usual: number): Promise<ListedStock | undefined> {
  const { rows } = await sql<ListedStock>`
    with reserved as (${reservedIn(sql`l.blister_id = ${blister}`)})
    select found.*, ${shownPart('found')}
    from (${presentations(sql`b.id = ${blister}`, usual)}) found`.execute(db)
  return rows[0]
}

export async function lockStock(tx: Tx, blister: number): Promise<void> {
  await tx.selectFrom('blisters').select('id').where('id', '=', blister).forNoKeyUpdate().execute()
}

/** Units left of a lot on hold; 0 for one that is not. */
export async function leftOnHold(tx: Tx, lot: number, blister: number): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(m.change), 0)::int as units from lot_movements m join lots l on l.id = m.lot_id
    where l.id = ${lot} and m.blister_id = ${blister} and ${IS_ON_HOLD}`.execute(tx)
  return rows[0]?.units ?? 0
}

/** Includes removed presentations. */
export async function isPresentation(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('blisters').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

function matching({ search, brand, type, state }: StockQuery, usual: number): RawBuilder<SqlBool> {
  const words = searchWords(search ?? '')
  const filter = { words, brand: brand || undefined, types: type && [type], onSale: false }
  const product = matches({ filter, words: [] })
  return sql<SqlBool>`${product} and ${presentationHas(words)} and ${state === 'low' ? isLow(usual) : STATES[state ?? 'any']}`
}

const STATES = {
  any: sql`true`,
  out: sql`b.stock = 0`,
  reserved: sql`r.units > 0`,
}

export async function updateLowAt(tx: Tx, blister: number, lowAt: number | null): Promise<void> {
  await tx.updateTable('blisters').set({ low_at: lowAt }).where('id', '=', blister).execute()
}

export interface ListedMovement {
  id: number
  created_at: Date
  change: number
  reason: StockReason
  order_id: number | null
  count_id: number | null
  note: string
  lot: string | null
  username: string | null
  is_staff: boolean | null
  /** The stock after it. */
  balance: number
}

/** Newest first, in one statement, so that balances agree with the stock of one moment. */
export async function listMovements(
  db: Db,
  { blister, before, limit }: { blister: number; before: number | undefined; limit: number },
): Promise<ListedMovement[]> {
  const isBefore = before === undefined ? sql`true` : sql`id < ${before}`
  // An equality would let the planner walk the whole ledger backwards, past the rows of all others.
  const own = sql`blister_id between ${blister} and ${blister}`
  const { rows } = await sql<ListedMovement>`
    with page as (
      select * from stock_movements where ${own} and ${isBefore} order by blister_id desc, id desc limit ${limit}
    ), later as (
      select coalesce(sum(change), 0) as units from stock_movements where blister_id = ${blister} and not ${isBefore}
    )
    select page.id, page.created_at, page.change, page.reason, page.order_id, page.count_id, page.note,
      (select code from lots where id = (select lot_id from lot_movements where stock_movement_id = page.id limit 1)) as lot, u.username,
      u.is_staff,
      (b.stock - later.units - coalesce(
        sum(page.change) over (order by page.id desc rows between unbounded preceding and 1 preceding), 0))::int as balance
    from page join blisters b on b.id = page.blister_id cross join later left join users u on u.id = page.user_id
    order by page.id desc`.execute(db)
  return rows
}
