import { roleCan } from '../../../contract/accounts/roles.ts'
import { toPesos } from '../../../contract/money.ts'
import type * as contract from '../../../contract/catalog/stock.ts'
import type { StockMovement, StockPage, StockRow } from '../../../contract/catalog/stock.ts'
import { STOCK_REASON_LABEL, tooFewLeft } from '../../../contract/catalog/stock-rules.ts'
import { recordActivity } from '../../activity/activity.ts'
import { publicChanged } from '../../cache/public-change.ts'
import type { Db } from '../../db/connect.ts'
import { onceBy } from '../../db/idempotency.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import type { SessionUser } from '../../http/caller.ts'
import type { InputOf } from '../../http/input.ts'
import { cursorPage, pageOf, pagingOf } from '../../http/paging.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import { moveStock } from './stock.ts'
import * as queries from './stock-list-queries.ts'

const PAGE_SIZE = 20
const SYSTEM = 'Sistema'
const SOME_CUSTOMER = 'Cliente'

export type Reader = Pick<SessionUser, 'role'>

/** Presentations with their units, and the totals of all pages. */
export async function listStock({ shop, user: reader, query }: InputOf<typeof contract.listStock>) {
  const paging = pagingOf(query, PAGE_SIZE)
  const { low_stock_at: usual } = await getRememberedSettings(shop)
  const { rows, totals } = await queries.listStock(shop.db, query, {
    limit: paging.pageSize,
    offset: paging.offset,
    usual,
  })
  const { count, ...units } = totals
  return {
    ...pageOf('/stock/', query, paging, {
      results: rows.map((row) => viewStock(row, reader)),
      count,
    }),
    totals: viewUnits(units, reader),
  }
}

/** Throws 404 for a removed presentation. */
export async function getStock({
  shop,
  user: reader,
  params: { id: blister },
}: InputOf<typeof contract.getStock>) {
  const { low_stock_at: usual } = await getRememberedSettings(shop)
  return viewStock(await readStock(shop.db, blister, usual), reader)
}

/** Drops the fields that the role may not see. */
export function viewStock(row: queries.ListedStock, reader: Reader): StockRow {
  return { ...row, ...viewUnits(row, reader) }
}

function viewUnits(
  { available, reserved, withheld, value }: Omit<queries.StockTotals, 'count'>,
  { role }: Reader,
): StockPage['totals'] {
  return {
    available,
    reserved,
    withheld,
    on_hand: available + reserved + withheld,
    value: roleCan(role, 'orders_read') ? toPesos(value) : undefined,
  }
}

/** Throws 404 for an id that never existed. */
export async function listMovements({
  shop,
  user: reader,
  params: { id: blister },
  query: { before },
}: InputOf<typeof contract.listMovements>) {
  const rows = await queries.listMovements(shop.db, { blister, before, limit: PAGE_SIZE + 1 })
  if (rows.length === 0 && !(await queries.isPresentation(shop.db, blister))) throw presentationNotFound()
  return cursorPage(rows, PAGE_SIZE, { view: (row) => viewMovement(row, reader), idOf: ({ id }) => id })
}

function viewMovement(
  { created_at, username, is_staff, reason, ...row }: queries.ListedMovement,
  { role }: Reader,
): StockMovement {
  const mayName = is_staff || roleCan(role, 'customers_read')
  return {
    ...row,
    reason,
    at: created_at.toISOString(),
    reason_display: STOCK_REASON_LABEL[reason],
    user: username === null ? SYSTEM : mayName ? username : SOME_CUSTOMER,
  }
}

/** Refusals: 404 for a removed presentation, 409 for more units than there are or above the highest stock. */
export async function adjustStock({
  shop,
  user,
  body: { blister_id, change, reason, note, lot_id: lotId },
  key,
}: InputOf<typeof contract.adjustStock>) {
  const { low_stock_at: usual } = await getRememberedSettings(shop)
  const at = shop.now()
  const userId = user.id
  const request = ['adjustStock', { blister_id, change, reason, note, lotId }]
  return inTransaction(shop.database, async (tx) => {
    await onceBy(tx, userId, { key, request, at }, async () => {
      const before = await holdStock(tx, blister_id, usual)
      const most = before.available + (lotId === undefined ? 0 : await unitsOnHold(tx, lotId, before))
      if (most + change < 0) throw new DomainError('CONFLICT', tooFewLeft(most, -change))
      const cause = { reason, orderId: null, lotId, userId, note, at }
      if (await moveStock(tx, [{ blister_id, change }], cause)) await publicChanged(tx, 'stock')
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
    })
    return viewStock(await readStock(tx, blister_id, usual), user)
  })
}

/** Units of the lot that the stock has not, as it is on hold. */
async function unitsOnHold(
  tx: Tx,
  lot: number,
  { blister_id, withheld }: queries.ListedStock,
): Promise<number> {
  return Math.min(withheld, await queries.leftOnHold(tx, lot, blister_id))
}

/** Locks the presentation, so that the refusal can tell what is left. */
async function holdStock(tx: Tx, blister: number, usual: number): Promise<queries.ListedStock> {
  await queries.lockStock(tx, blister)
  return readStock(tx, blister, usual)
}

/** Throws 404 for a removed presentation. `usual`: the default low mark. */
export async function readStock(db: Db, blister: number, usual: number): Promise<queries.ListedStock> {
  const found = await queries.findStock(db, blister, usual)
  if (!found) throw presentationNotFound()
  return found
}

export function presentationNotFound(): DomainError {
  return notFound('Presentación no encontrada')
}
