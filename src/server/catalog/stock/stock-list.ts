import { toPesos } from '../../../contract/money.ts'
import type {
  StockAdjustment,
  StockMovement,
  StockPage,
  StockQuery,
  StockRow,
} from '../../../contract/catalog/stock.ts'
import { STOCK_REASON_LABEL, tooFewLeft } from '../../../contract/catalog/stock-rules.ts'
import { recordActivity } from '../../activity/activity.ts'
import { publicChanged } from '../../cache/public-change.ts'
import { onceForKey } from '../../db/idempotency.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import { pageOf, pagingOf } from '../../http/paging.ts'
import type { Shop } from '../../shop.ts'
import { moveStock } from './stock.ts'
import * as queries from './stock-list-queries.ts'

const PAGE_SIZE = 20
const SYSTEM = 'Sistema'

/** Presentations with their units, and the totals of all pages. */
export async function listStock(shop: Shop, query: StockQuery): Promise<StockPage> {
  const paging = pagingOf(query, PAGE_SIZE)
  const { rows, totals } = await queries.listStock(shop.db, query, {
    limit: paging.pageSize,
    offset: paging.offset,
  })
  const { count, ...units } = totals
  return {
    ...pageOf('/stock/', query, paging, { results: rows.map(viewStock), count }),
    totals: viewUnits(units),
  }
}

function viewStock(row: queries.ListedStock): StockRow {
  return { ...row, ...viewUnits(row) }
}

function viewUnits({ available, reserved, value }: Omit<queries.StockTotals, 'count'>): StockPage['totals'] {
  return { available, reserved, on_hand: available + reserved, value: toPesos(value) }
}

/** Throws 404 for an id that never was a presentation. */
export async function listMovements(
  shop: Shop,
  blister: number,
  before: number | undefined,
): Promise<{ results: StockMovement[]; before: number | null }> {
  const rows = await queries.listMovements(shop.db, { blister, before, limit: PAGE_SIZE + 1 })
  if (rows.length === 0 && !(await queries.isPresentation(shop.db, blister))) throw presentationNotFound()
  const shown = rows.slice(0, PAGE_SIZE)
  return {
    results: shown.map(viewMovement),
    before: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}

function viewMovement({ created_at, username, reason, ...row }: queries.ListedMovement): StockMovement {
  return {
    ...row,
    reason,
    at: created_at.toISOString(),
    reason_display: STOCK_REASON_LABEL[reason],
    user: username ?? SYSTEM,
  }
}

/** Refusals: 404 for a removed presentation, 409 for more units than there are, or past the most a stock can be. */
export async function adjustStock(
  shop: Shop,
  { blister_id, change, reason, note }: StockAdjustment,
  { userId, key }: { userId: number; key: string | undefined },
): Promise<StockRow> {
  const at = shop.now()
  const request = ['adjustStock', { blister_id, change, reason, note }]
  return inTransaction(shop.database, async (tx) => {
    await onceForKey<Record<string, never>>(tx, { scope: `user:${userId}`, key, request, at }, async () => {
      const before = await holdStock(tx, blister_id)
      if (before.available + change < 0)
        throw new DomainError('CONFLICT', tooFewLeft(before.available, -change))
      await moveStock(tx, [{ blister_id, change }], { reason, orderId: null, userId, note, at })
      await publicChanged(tx, 'stock')
      await recordActivity(tx, {
        at,
        action: 'update',
        entity: 'product',
        entityId: before.product_id,
        description: `Stock ajustado: ${before.name} (${STOCK_REASON_LABEL[reason]})`,
        userId,
        changes: {
          [`blisters.${blister_id}.stock`]: { before: before.available, after: before.available + change },
        },
      })
      return {}
    })
    return viewStock(await getStock(tx, blister_id))
  })
}

/** Locks the presentation, so that the refusal names what is left. */
async function holdStock(tx: Tx, blister: number): Promise<queries.ListedStock> {
  await queries.lockStock(tx, blister)
  return getStock(tx, blister)
}

async function getStock(tx: Tx, blister: number): Promise<queries.ListedStock> {
  const found = await queries.findStock(tx, blister)
  if (!found) throw presentationNotFound()
  return found
}

function presentationNotFound(): DomainError {
  return notFound('Presentación no encontrada')
}
