import { sql } from 'kysely'
import { finalPrice } from '../../../contract/catalog/final-price.ts'
import type { Centavos } from '../../../contract/money.ts'
import type { PriceRunKind } from '../../db/tables.ts'
import type { Tx } from '../../db/transaction.ts'

/** Percent. */
type Discount = number

interface Priced {
  price: Centavos
  discount: Discount
}

export interface PriceChange {
  blister_id: number
  /** The expected current value; null for a new presentation. */
  from: Priced | null
  to: Priced & { final_price: Centavos }
}

/** The cause of a price change, for the history. */
export interface PriceCause {
  /** The price run that it belongs to. */
  runId?: number | undefined
  userId: number | null
  at: Date
}

/**
 * The only statement that writes prices: sets each price and discount and writes the history; returns how many
 * changed. Skips presentations that are removed or differ from `from`. An order that waits for its lock gets the new
 * price.
 */
export async function writePrices(tx: Tx, changes: PriceChange[], cause: PriceCause): Promise<number> {
  const { rows } = await sql`
    with wanted as (
      select * from unnest(
        ${changes.map(({ blister_id }) => blister_id)}::int[],
        ${changes.map(({ from }) => from?.price ?? null)}::bigint[],
        ${changes.map(({ from }) => from?.discount ?? null)}::numeric[],
        ${changes.map(({ to }) => to.price)}::bigint[],
        ${changes.map(({ to }) => to.discount)}::numeric[],
        ${changes.map(({ to }) => to.final_price)}::bigint[]
      ) as wanted (blister_id, old_price, old_discount, price, discount, final_price)
    ), locked as (
      select b.id from blisters b join wanted on wanted.blister_id = b.id order by b.id for no key update of b
    ), changed as (
      update blisters set price = wanted.price, discount = wanted.discount, final_price = wanted.final_price
      from locked join wanted on wanted.blister_id = locked.id
      where blisters.id = locked.id and blisters.deleted_at is null
        and blisters.price = coalesce(wanted.old_price, 0) and blisters.discount = coalesce(wanted.old_discount, 0)
      returning wanted.*
    )
    insert into price_changes (blister_id, run_id, old_price, new_price, old_discount, new_discount, user_id, created_at)
    select blister_id, case when old_price is not null then ${cause.runId ?? null}::int end, old_price, price, old_discount, discount,
      ${cause.userId}::int, ${cause.at}::timestamptz
    from changed
    returning blister_id`.execute(tx)
  return rows.length
}

/** A price run, recorded before its prices change. */
export interface NewRun {
  kind: PriceRunKind
  rule: object
  changes: Pick<PriceChange, 'from' | 'to'>[]
  undoOf?: number
}

/** Sums of prices before and after; of final prices if only discounts change. */
export function sumsOf(changes: Pick<PriceChange, 'from' | 'to'>[]): { before: Centavos; after: Centavos } {
  const hasPrices = changes.some(({ from, to }) => from?.price !== to.price)
  const of = ({ price, discount }: Priced) => (hasPrices ? price : finalPrice(price, discount))
  return {
    before: changes.reduce((sum, { from }) => sum + (from ? of(from) : 0), 0),
    after: changes.reduce((sum, { to }) => sum + of(to), 0),
  }
}

/** Undefined when `undoOf` is already undone. */
export async function insertRun(
  tx: Tx,
  { kind, rule, changes, undoOf }: NewRun,
  { userId, at }: PriceCause,
): Promise<number | undefined> {
  const { before, after } = sumsOf(changes)
  const row = await tx
    .insertInto('price_runs')
    .values({
      kind,
      rule: JSON.stringify(rule),
      changed: changes.length,
      sum_old: before,
      sum_new: after,
      undo_of: undoOf ?? null,
      user_id: userId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('undo_of').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
