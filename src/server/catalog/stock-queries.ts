import { sql } from 'kysely'
import type { Centavos } from '../../contract/money.ts'
import type { Db } from '../db/connect.ts'
import { tellPublicChange } from '../db/public-change.ts'
import type { ProductRow, StockReason } from '../db/tables.ts'

/** A presentation as an order copies it into a line; `sellable` is false for hidden and removed ones. */
export interface Sellable {
  blisterId: number
  productId: number
  seedCount: number
  stock: number
  price: Centavos
  finalPrice: Centavos
  productName: string
  brand: string | null
  image: string | null
  type: ProductRow['type']
  sellable: boolean
}

const GOODS = sql`l.id as "blisterId", l.product_id as "productId", l.stock,
      p.name as "productName", b.name as brand, p.image, p.type,
      p.available and p.deleted_at is null and l.deleted_at is null as sellable`

/** All that an order has to know of presentations, deleted ones too. */
export async function listForOrder(db: Db, blisterIds: number[]): Promise<Sellable[]> {
  const { rows } = await sql<Sellable>`
    select ${GOODS}, l.seed_count as "seedCount", l.price, l.final_price as "finalPrice"
    from blisters l join products p on p.id = l.product_id left join brands b on b.id = p.brand_id
    where l.id = any(${blisterIds})`.execute(db)
  return rows
}

/** What was asked for and is there. `number` is of the sequence that was named, drawn for what was taken. */
export type Asked = Sellable & { taken: boolean; number: number | null }

/**
 * Takes what there is enough of, writes it into the ledger and says that something public changed; answers all that was
 * asked for and is there, taken or not. The presentations are held in ascending order, so that two orders for the same
 * ones may wait for each other but cannot deadlock. One statement, because an order waits for each.
 */
export async function takeFromBlisters(
  tx: Db,
  lines: { blisterId: number; productId: number; quantity: number }[],
  cause: MovementCause,
  numberedBy?: 'order_lines_id_seq',
): Promise<Asked[]> {
  const number = numberedBy ? sql`nextval(${sql.lit(numberedBy)})` : sql`null::int`
  // With its `limit` the planner expects one line, whichever there are: it keeps one plan, which looks each line up. What
  // was taken is told as the row that was held says: whoever held it before may just have changed seeds and price.
  const { rows } = await sql<Asked>`
    with wanted as (
      select blister_id, product_id, quantity from unnest(
        ${lines.map(({ blisterId }) => blisterId)}::int[],
        ${lines.map(({ productId }) => productId)}::int[],
        ${lines.map(({ quantity }) => quantity)}::int[]
      ) as wanted (blister_id, product_id, quantity) limit ${lines.length}
    ), held as (
      select blisters.id from blisters join wanted on wanted.blister_id = blisters.id
      where blisters.stock >= wanted.quantity -- who is too late anyway waits for nobody
      order by blisters.id for no key update of blisters
    ), taken as (
      update blisters set stock = stock - wanted.quantity
      from held join wanted on wanted.blister_id = held.id
      where blisters.id = held.id and blisters.product_id = wanted.product_id
        and blisters.stock >= wanted.quantity and blisters.deleted_at is null
      returning blisters.id, wanted.quantity, blisters.seed_count, blisters.price, blisters.final_price, ${number} as number
    ), noted as (
      insert into stock_movements (blister_id, change, reason, order_id, user_id, created_at)
      select id, -quantity, ${cause.reason}::text, ${cause.orderId}::int, ${cause.userId}::int, ${cause.at}::timestamptz
      from taken
    )
    select ${GOODS}, taken.id is not null as taken, ${tellPublicChange(tx, 'stock')},
      taken.number, coalesce(taken.seed_count, l.seed_count) as "seedCount",
      coalesce(taken.price, l.price) as price, coalesce(taken.final_price, l.final_price) as "finalPrice"
    from wanted join blisters l on l.id = wanted.blister_id join products p on p.id = l.product_id
      left join brands b on b.id = p.brand_id left join taken on taken.id = l.id`.execute(tx)
  return rows
}

/** Deleted presentations take back too: what was counted once stays counted. False when it would be more than `most`. */
export async function addToBlister(
  tx: Db,
  { blisterId, quantity, most }: { blisterId: number; quantity: number; most: number },
): Promise<boolean> {
  const added = await tx
    .updateTable('blisters')
    .set((row) => ({ stock: row('stock', '+', quantity) }))
    .where('id', '=', blisterId)
    .where('stock', '<=', most - quantity)
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export interface Movement {
  blister_id: number
  change: number
}

/** Why stock moved, for the ledger. */
export interface MovementCause {
  reason: StockReason
  orderId: number | null
  userId: number | null
  at: Date
}

export async function insertMovements(tx: Db, movements: Movement[], cause: MovementCause): Promise<void> {
  const rows = movements
    .filter(({ change }) => change !== 0)
    .map((movement) => ({
      ...movement,
      reason: cause.reason,
      order_id: cause.orderId,
      user_id: cause.userId,
      created_at: cause.at,
    }))
  if (rows.length > 0) await tx.insertInto('stock_movements').values(rows).execute()
}
