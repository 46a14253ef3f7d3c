import { STOCK_FULL } from '../../../contract/catalog/product-rules.ts'
import { PRODUCT_NOT_FOUND, type ShortLine } from '../../../contract/errors.ts'
import { publicChanged } from '../../cache/public-change.ts'
import type { Db } from '../../db/connect.ts'
import { DomainError, notFound, outOfStock } from '../../errors.ts'
import {
  addToBlisters,
  type Asked,
  listForOrder,
  type Moved,
  type Movement,
  type MovementCause,
  type Sellable,
  takeFromBlisters,
} from './stock-queries.ts'
import type { Tx } from '../../db/transaction.ts'
import { moveUnits } from '../lots/lot-units.ts'
import { fitLots } from '../lots/unit-queries.ts'
import { withhold } from '../lots/withhold.ts'

export type { Sellable } from './stock-queries.ts'

interface StockLine {
  blister_id: number
  product_id: number
  quantity: number
}

type Taking = { lines: StockLine[] } & MovementCause

/** Presentations by id; those that never existed are missing. */
export async function getForOrder(db: Db, blisterIds: number[]): Promise<Map<number, Sellable>> {
  return byId(await listForOrder(db, blisterIds))
}

/**
 * Takes all lines or none. Call it inside a transaction, after locking the order. Writes the ledger and announces a
 * public change. Throws `OUT_OF_STOCK` with every line that is short; removed presentations have no stock.
 */
export async function takeStock(tx: Tx, taking: Taking): Promise<void> {
  await refuseShort(tx, taking.lines, await takeAvailable(tx, taking))
}

/**
 * First half of `takeStock`, for callers that check the goods before reporting shortages: call `refuseShort` with the
 * result in the same transaction. Returns every existing presentation of the lines, taken or not, with a number of
 * the sequence `numberedBy` for each line taken.
 */
export async function takeAvailable(
  tx: Tx,
  { lines, numberedBy, ...cause }: Taking & { numberedBy?: 'order_lines_id_seq' },
): Promise<Map<number, Asked>> {
  return byId(await takeFromBlisters(tx, lines, cause, numberedBy))
}

/** Second half: throws `OUT_OF_STOCK` when a line was not taken. */
export async function refuseShort(tx: Tx, lines: StockLine[], goods: Map<number, Asked>): Promise<void> {
  const short = inLockOrder(lines).filter(({ blister_id }) => !goods.get(blister_id)?.taken)
  if (short.length === 0) return
  // Reads again, as a line that waited for another order sees the stock left by it.
  const now = await getForOrder(
    tx,
    short.map(({ blister_id }) => blister_id),
  )
  throw outOfStock(short.map(({ blister_id }) => shortLine(now.get(blister_id))))
}

function shortLine(blister: Sellable | undefined): ShortLine {
  if (!blister) throw notFound(PRODUCT_NOT_FOUND)
  const { blister_id, product_name: name, stock: available, removed } = blister
  return { blister_id, name, available, ...(removed && { is_removed: true }) }
}

/** The inverse of `takeStock`. Also returns units to removed presentations, which keeps the ledger complete. */
export async function returnStock(
  tx: Tx,
  { lines, ...cause }: { lines: Omit<StockLine, 'product_id'>[] } & MovementCause,
): Promise<void> {
  const movements = lines.map(({ blister_id, quantity }) => ({ blister_id, change: quantity }))
  if (await moveStock(tx, movements, cause)) await publicChanged(tx, 'stock')
}

/**
 * Adds `change` to each stock, with a movement in the ledger. The only place where stock grows (returns, saves,
 * imports): consequences of a rise belong here. Returns whether visitors see a change. Throws `CONFLICT` above
 * `MAX_STOCK`.
 */
export async function moveStock(tx: Tx, movements: Movement[], cause: MovementCause): Promise<boolean> {
  const moving = movements.filter(({ change }) => change !== 0)
  if (moving.length === 0) return false
  const moved = await addToBlisters(tx, moving, cause)
  if (moved.length < moving.length)
    throw new DomainError(
      'CONFLICT',
      cause.orderId === null
        ? STOCK_FULL
        : 'No se puede devolver el stock: la presentación ya tiene el máximo',
    )
  await followLots(tx, moved, cause)
  return moved.some(({ isSeen }) => isSeen)
}

/** Moves the lot's units too. Units without a lot that leave the shelf are taken from lots if no others are left. */
async function followLots(tx: Tx, moved: Moved[], cause: MovementCause): Promise<void> {
  const { lotId } = cause
  for (const { id, blister_id: blister, change } of lotId === undefined ? [] : moved)
    await moveUnits(tx, { lotId: lotId ?? 0, blister, change, stockMovementId: id }, cause)
  const fallen = moved.filter(({ change }) => change < 0).map(({ blister_id }) => blister_id)
  // Units of an order stay on the shelf until it is handed over.
  if (fallen.length > 0 && cause.orderId === null) await fitLots(tx, fallen, cause)
  await withhold(
    tx,
    moved.map(({ blister_id }) => blister_id),
    cause,
  )
}

function byId<Goods extends Sellable>(goods: Goods[]): Map<number, Goods> {
  return new Map(goods.map((each) => [each.blister_id, each]))
}

/** Ascending id, so that two orders may wait for each other but cannot deadlock. */
function inLockOrder<Line extends { blister_id: number }>(lines: Line[]): Line[] {
  return lines.toSorted((a, b) => a.blister_id - b.blister_id)
}
