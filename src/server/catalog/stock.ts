import type { ShortLine } from '../../contract/errors.ts'
import { MAX_STOCK } from '../../contract/limits.ts'
import type { Db } from '../db/connect.ts'
import { publicChanged } from '../db/public-change.ts'
import { DomainError, notFound, outOfStock } from '../errors.ts'
import { addToBlister, insertMovements, listForOrder, takeFromBlisters } from './stock-queries.ts'
import type { Asked, MovementCause, Sellable } from './stock-queries.ts'

interface StockLine {
  blisterId: number
  productId: number
  quantity: number
}

/** What there is of some presentations, by their ids; those that never existed are missing. */
type Goods = Map<number, Sellable>

export async function getForOrder(db: Db, blisterIds: number[]): Promise<Goods> {
  return byId(await listForOrder(db, blisterIds))
}

/**
 * All or nothing: call it inside a transaction, after locking the order. Writes the ledger and says that something
 * public changed. Throws `OUT_OF_STOCK` with everything that is short; a presentation that was removed has none left.
 */
export async function takeStock(tx: Db, { lines, ...cause }: Taking): Promise<void> {
  await refuseShort(tx, lines, await takeFromBlisters(tx, lines, cause))
}

type Taking = { lines: StockLine[] } & MovementCause

/**
 * The same for a new order, which does not know the goods yet: what `look` throws is said before what is short. Draws
 * the numbers of its lines too, ascending; none for what is refused.
 */
export async function takeGoods<Made>(
  tx: Db,
  { lines, ...cause }: Taking,
  look: (goods: Goods) => Made,
): Promise<{ made: Made; lineIds: number[] }> {
  const goods = await takeFromBlisters(tx, lines, cause, 'order_lines_id_seq')
  const made = look(byId(goods))
  await refuseShort(tx, lines, goods)
  return { made, lineIds: goods.map(({ number }) => Number(number)).toSorted((a, b) => a - b) }
}

async function refuseShort(tx: Db, lines: StockLine[], goods: Asked[]): Promise<void> {
  const taken = new Set(goods.filter((each) => each.taken).map(({ blisterId }) => blisterId))
  const short = inLockOrder(lines).filter(({ blisterId }) => !taken.has(blisterId))
  if (short.length > 0) {
    throw outOfStock(
      await shortLines(
        tx,
        short.map(({ blisterId }) => blisterId),
      ),
    )
  }
}

/** The opposite of `takeStock`. Removed presentations take back too, so that the ledger stays whole. */
export async function returnStock(
  tx: Db,
  { lines, ...cause }: { lines: Omit<StockLine, 'productId'>[] } & MovementCause,
): Promise<void> {
  for (const line of inLockOrder(lines)) {
    if (await addToBlister(tx, { ...line, most: MAX_STOCK })) continue
    throw new DomainError('CONFLICT', 'No se puede devolver el stock: la presentación ya tiene el máximo')
  }
  await insertMovements(
    tx,
    lines.map(({ blisterId, quantity }) => ({ blister_id: blisterId, change: quantity })),
    cause,
  )
  await publicChanged(tx)
}

function byId(goods: Sellable[]): Goods {
  return new Map(goods.map((each) => [each.blisterId, each]))
}

/** Always by ascending id: two orders for the same presentations may wait for each other but cannot deadlock. */
function inLockOrder<Line extends { blisterId: number }>(lines: Line[]): Line[] {
  return lines.toSorted((a, b) => a.blisterId - b.blisterId)
}

/** Asked anew: whoever had to wait for somebody sees now what that one left. */
async function shortLines(tx: Db, blisterIds: number[]): Promise<ShortLine[]> {
  const known = await getForOrder(tx, blisterIds)
  return blisterIds.map((id) => {
    const blister = known.get(id)
    if (!blister) throw notFound('Producto no encontrado')
    return { blister_id: id, name: blister.productName, available: blister.stock }
  })
}
