import type { saveCells as saveCellsCall } from '../../../contract/catalog/cells.ts'
import {
  type CellName,
  CELL_REMOVED,
  cellNow,
  CELLS,
  CELLS_STALE,
} from '../../../contract/catalog/cell-rules.ts'
import type { CellRow } from '../../../contract/catalog/cells.ts'
import { finalPrice } from '../../../contract/catalog/final-price.ts'
import { STOCK_REASON_LABEL } from '../../../contract/catalog/stock-rules.ts'
import { toCentavos, toPesos } from '../../../contract/money.ts'
import { recordActivity } from '../../activity/activity.ts'
import { publicChanged } from '../../cache/public-change.ts'
import { onceBy } from '../../db/idempotency.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { type ProductChange, runIn } from '../prices/price-runs.ts'
import { moveStock } from '../stock/stock.ts'
import { type HeldCells, holdCells } from './cell-queries.ts'

interface By {
  userId: number
  at: Date
}

/** A row with the stored presentation. */
type Pair = [row: CellRow, held: HeldCells]

/** Saves all rows or none. Throws `STALE` when a stored value differs from `from`. */
export function saveCells({
  shop,
  user: { id: userId },
  body: { rows },
  key,
}: InputOf<typeof saveCellsCall>) {
  const at = shop.now()
  return inTransaction(shop.database, (tx) =>
    onceBy(tx, userId, { key, request: ['saveCells', rows], at }, async () => {
      const held = await holdCells(
        tx,
        rows.map(({ blister_id }) => blister_id),
      )
      refuseStale(rows, held)
      const pairs = rows.flatMap((row): Pair[] => {
        const now = held.get(row.blister_id)
        return now ? [[row, now]] : []
      })
      await moveIn(tx, pairs, { userId, at })
      return { changed: rows.length, run_id: await repriceIn(tx, pairs, { userId, at }) }
    }),
  )
}

function refuseStale(rows: CellRow[], held: Map<number, HeldCells>): void {
  const stale = rows.flatMap((row, place) =>
    CELLS.flatMap((name): [string, string[]][] => {
      const text = staleText(row, held.get(row.blister_id), name)
      return text === undefined ? [] : [[`rows.${place}.${name}`, [text]]]
    }),
  )
  if (stale.length > 0) throw new DomainError('STALE', CELLS_STALE, { errors: Object.fromEntries(stale) })
}

function staleText(row: CellRow, held: HeldCells | undefined, name: CellName): string | undefined {
  const seen = row[name]?.from
  if (seen === undefined) return undefined
  if (!held) return CELL_REMOVED
  const now = name === 'price' ? toPesos(held.price) : held[name]
  return now === seen ? undefined : cellNow(name, now)
}

/** Corrects the stock, with a log entry for each product. */
async function moveIn(tx: Tx, pairs: Pair[], { userId, at }: By): Promise<void> {
  const moving = pairs.flatMap(([{ stock }, held]) =>
    stock && stock.to !== held.stock ? [{ ...held, change: stock.to - held.stock }] : [],
  )
  const cause = { reason: 'adjustment', orderId: null, userId, at } as const
  if (await moveStock(tx, moving, cause)) await publicChanged(tx, 'stock')
  for (const [entityId, moved] of Map.groupBy(moving, ({ product_id }) => product_id))
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'product',
      entityId,
      description: `Stock ajustado: ${moved[0]?.name} (${STOCK_REASON_LABEL.adjustment})`,
      userId,
      changes: Object.fromEntries(
        moved.map(({ blister_id, stock, change }) => [
          `blisters.${blister_id}.stock`,
          { before: stock, after: stock + change },
        ]),
      ),
    })
}

/** The id of the price run; null without a changed price or discount. */
async function repriceIn(tx: Tx, pairs: Pair[], by: By): Promise<number | null> {
  const changes = pairs.flatMap(([{ price: typed, discount: typedDiscount }, held]): ProductChange[] => {
    const price = typed ? toCentavos(typed.to) : held.price
    const discount = typedDiscount?.to ?? held.discount
    if (price === held.price && discount === held.discount) return []
    const { blister_id, product_id } = held
    return [
      {
        blister_id,
        product_id,
        from: held,
        to: { price, discount, final_price: finalPrice(price, discount) },
      },
    ]
  })
  if (changes.length === 0) return null
  return runIn(tx, { kind: 'grid', rule: {}, changes }, 'Precios cambiados en la planilla', by)
}
