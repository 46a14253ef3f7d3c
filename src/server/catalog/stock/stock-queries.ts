import { type RawBuilder, sql } from 'kysely'
import { MAX_STOCK } from '../../../contract/limits.ts'
import type { Centavos } from '../../../contract/money.ts'
import { publicChanging } from '../../cache/public-change.ts'
import type { Db } from '../../db/connect.ts'
import type { StockReason } from '../../../contract/catalog/stock-rules.ts'
import type { ProductRow } from '../../db/tables.ts'
import type { Tx } from '../../db/transaction.ts'
import { goodsName } from '../blister-queries.ts'

/**
 * The data of a presentation that an order line copies; `sellable` is false for hidden and removed ones. A removed one has
 * no stock, though a cancelled order returns units to it.
 */
export interface Sellable {
  blister_id: number
  product_id: number
  product_name: string
  product_brand: string | null
  product_image: string | null
  product_type: ProductRow['type']
  seed_count: number
  price: Centavos
  final_price: Centavos
  stock: number
  sellable: boolean
  /** The presentation or its product. */
  removed: boolean
}

type Selection = Record<keyof Sellable, string | RawBuilder<unknown>>

const CURRENT: Selection = {
  blister_id: 'l.id',
  product_id: 'l.product_id',
  product_name: goodsName('l.size'),
  product_brand: 'b.name',
  product_image: 'coalesce(l.image, p.image)',
  product_type: 'p.type',
  seed_count: 'l.seed_count',
  price: 'l.price',
  final_price: 'l.final_price',
  stock: 'case when l.deleted_at is null then l.stock else 0 end',
  sellable: 'p.available and p.deleted_at is null and l.deleted_at is null',
  removed: 'p.deleted_at is not null or l.deleted_at is not null',
}

/** Seed count, size and price come from the locked row, as they may have changed while waiting for the lock. */
const AS_TAKEN: Selection = {
  ...CURRENT,
  product_name: goodsName('coalesce(taken.size, l.size)'),
  seed_count: 'coalesce(taken.seed_count, l.seed_count)',
  price: 'coalesce(taken.price, l.price)',
  final_price: 'coalesce(taken.final_price, l.final_price)',
}

const columns = (selection: Selection): RawBuilder<unknown> =>
  sql.join(
    Object.entries(selection).map(
      ([name, value]) => sql`${typeof value === 'string' ? sql.raw(value) : value} as ${sql.raw(name)}`,
    ),
  )
const CURRENT_COLUMNS = columns(CURRENT)
const COLUMNS_AS_TAKEN = columns(AS_TAKEN)

/** Removed presentations too; ids that never existed are missing. */
export async function listForOrder(db: Db, blisterIds: number[]): Promise<Sellable[]> {
  const { rows } = await sql<Sellable>`
    select ${CURRENT_COLUMNS}
    from blisters l join products p on p.id = l.product_id left join brands b on b.id = p.brand_id
    where l.id = any(${blisterIds})`.execute(db)
  return rows
}

/** The ordered goods. `number` is taken from the given sequence for each line with enough stock. */
export type Asked = Sellable & { taken: boolean; isSeen: boolean; number: number | null }

/** Changed presentations of hidden products, locked so that none is shown before the commit. */
const hiddenAmong = (changed: 'taken' | 'changed') => sql`
  select changed.id from ${sql.table(changed)} as changed join products p on p.id = changed.product_id
  where not (p.available and p.deleted_at is null) order by p.id for no key update of p`

interface WantedLine {
  blister_id: number
  product_id: number
  quantity: number
}

/** `limit` makes the planner expect one line, so that one plan with index lookups fits any number. */
const rowsOf = (lines: WantedLine[]) => sql`
  select blister_id, product_id, quantity from unnest(
    ${lines.map(({ blister_id }) => blister_id)}::int[], ${lines.map(({ product_id }) => product_id)}::int[],
    ${lines.map(({ quantity }) => quantity)}::int[]
  ) as wanted (blister_id, product_id, quantity) limit ${lines.length}`

/**
 * In one statement: takes every line with enough stock, writes the ledger and announces a public change (not for
 * hidden presentations). Returns all existing presentations of the lines, taken or not. Locks them in id order, so
 * that two orders cannot deadlock.
 */
export async function takeFromBlisters(
  tx: Tx,
  lines: WantedLine[],
  cause: MovementCause,
  numberedBy?: 'order_lines_id_seq',
): Promise<Asked[]> {
  const number = numberedBy ? sql`nextval(${sql.lit(numberedBy)})` : sql`null::int`
  let goods: Asked[] = []
  const announcing = publicChanging(tx, 'stock', () => goods.some(({ isSeen }) => isSeen))
  const { rows } = await sql<Asked>`
    with wanted as (${rowsOf(lines)}), held as (
      select blisters.id from blisters join wanted on wanted.blister_id = blisters.id
      where blisters.stock >= wanted.quantity -- a line that is short anyway waits for no lock
      order by blisters.id for no key update of blisters
    ), taken as (
      update blisters set stock = stock - wanted.quantity
      from held join wanted on wanted.blister_id = held.id
      where blisters.id = held.id and blisters.product_id = wanted.product_id
        and blisters.stock >= wanted.quantity and blisters.deleted_at is null
      returning blisters.id, blisters.product_id, wanted.quantity, blisters.seed_count, blisters.size,
        blisters.price, blisters.final_price, ${number} as number
    ), noted as (
      insert into stock_movements (blister_id, change, reason, order_id, user_id, created_at)
      select id, -quantity, ${cause.reason}::text, ${cause.orderId}::int, ${cause.userId}::int, ${cause.at}::timestamptz
      from taken
    ), hidden as (${hiddenAmong('taken')})
    select ${COLUMNS_AS_TAKEN}, taken.id is not null as taken, taken.number,
      taken.id is not null and hidden.id is null as "isSeen",
      case when taken.id is not null and hidden.id is null then ${announcing} end
    from wanted join blisters l on l.id = wanted.blister_id join products p on p.id = l.product_id
      left join brands b on b.id = p.brand_id left join taken on taken.id = l.id
      left join hidden on hidden.id = l.id`.execute(tx)
  goods = rows
  return rows
}

/** A change of one presentation's stock, in units. */
export interface Movement {
  blister_id: number
  change: number
}

/** A written stock movement. */
export interface Moved extends Movement {
  id: number
  isSeen: boolean
}

export interface MovementCause {
  reason: StockReason
  orderId: number | null
  countId?: number
  /** The lot that the units are moved into or out of. */
  lotId?: number | undefined
  userId: number | null
  note?: string
  at: Date
}

/**
 * Changes each stock and writes the ledger, in one statement; returns the movements, and whether visitors see the
 * change. What the stock has not is taken from the units on hold. Skips changes that would leave the range 0 to
 * `MAX_STOCK`. Works on removed presentations too, which keeps
 * the ledger complete.
 */
export async function addToBlisters(tx: Tx, movements: Movement[], cause: MovementCause): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with moved as (
      select blister_id, change from unnest(
        ${movements.map(({ blister_id }) => blister_id)}::int[], ${movements.map(({ change }) => change)}::int[]
      ) as moved (blister_id, change)
    ), locked as (
      select b.id, b.withheld as before from blisters b join moved on moved.blister_id = b.id
      order by b.id for no key update of b
    ), changed as (
      update blisters set stock = greatest(stock + change, 0), withheld = least(withheld, stock + withheld + change)
      from locked join moved on moved.blister_id = locked.id
      where blisters.id = locked.id and stock + change <= ${MAX_STOCK}::int and stock + withheld + change >= 0
      returning blisters.id, product_id, deleted_at, change, before - withheld as freed
    ), freed as (
      insert into stock_movements (blister_id, change, reason, user_id, created_at)
      select id, freed, 'unheld', ${cause.userId}::int, ${cause.at}::timestamptz from changed where freed > 0
    ), noted as (
      insert into stock_movements (blister_id, change, reason, order_id, count_id, user_id, note, created_at)
      select id, change, ${cause.reason}::text, ${cause.orderId}::int, ${cause.countId ?? null}::int,
        ${cause.userId}::int, ${cause.note ?? ''}::text, ${cause.at}::timestamptz
      from changed returning id, blister_id
    ), hidden as (${hiddenAmong('changed')})
    select noted.id, changed.id as blister_id, changed.change,
      changed.deleted_at is null and hidden.id is null as "isSeen"
    from changed join noted on noted.blister_id = changed.id left join hidden on hidden.id = changed.id`.execute(
    tx,
  )
  return rows
}
