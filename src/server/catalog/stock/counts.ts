import { STOCK, STOCK_FULL } from '../../../contract/catalog/product-rules.ts'
import type * as contract from '../../../contract/catalog/stock-counts.ts'
import type { CountLine, StockCount } from '../../../contract/catalog/stock-counts.ts'
import {
  COUNT_CLOSED,
  COUNT_OPEN,
  countName,
  reservedAreMissing,
} from '../../../contract/catalog/stock-rules.ts'
import { recordActivity } from '../../activity/activity.ts'
import { publicChanged } from '../../cache/public-change.ts'
import type { Db } from '../../db/connect.ts'
import { onceBy } from '../../db/idempotency.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { cursorPage, pageOf, pagingOf } from '../../http/paging.ts'
import { moveStock } from './stock.ts'
import { presentationNotFound } from './stock-list.ts'
import * as queries from './count-queries.ts'

const COUNTS = 20
const LINES = 50

interface By {
  userId: number
  at: Date
}

export async function listCounts({ shop: { db }, query: { before } }: InputOf<typeof contract.listCounts>) {
  const rows = await queries.listCounts(db, { before, limit: COUNTS + 1 })
  return cursorPage(rows, COUNTS, { view: viewCount, idOf: ({ id }) => id })
}

/** Throws `CONFLICT` while another one is open. */
export function startCount({
  shop,
  user: { id: userId },
  body: { note },
  key,
}: InputOf<typeof contract.startCount>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const keyed = { key, request: ['startCount', note], at }
    const { id } = await onceBy(tx, userId, keyed, async () => {
      const started = await queries.insertCount(tx, { note, userId, at })
      if (started === undefined) throw new DomainError('CONFLICT', COUNT_OPEN)
      await record(tx, { action: 'create', count: started, what: 'empezado', changes: {} }, { userId, at })
      return { id: started }
    })
    return getCount(tx, id)
  })
}

/** Throws 404 for an unknown count. */
export async function listCountLines({
  shop: { db },
  params: { id },
  query,
}: InputOf<typeof contract.listCountLines>) {
  const stock_count = await getCount(db, id)
  const paging = pagingOf(query, LINES)
  const { rows, count } = await queries.listLines(db, id, {
    ...query,
    limit: paging.pageSize,
    offset: paging.offset,
  })
  const page = pageOf(`/stock/counts/${id}/lines/`, query, paging, { results: rows.map(viewLine), count })
  return { ...page, stock_count }
}

/** Throws `CONFLICT` once the count is closed, 404 for a removed presentation. */
export function setCountLine({
  shop,
  user: { id: userId },
  params: { id: count, blister },
  body: { counted },
}: InputOf<typeof contract.setCountLine>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    await holdOpen(tx, count, 'share')
    if (counted === null) await queries.deleteLine(tx, { count, blister })
    else if (!(await queries.writeLine(tx, { count, blister, counted }, { userId, at })))
      throw presentationNotFound()
    const line = await queries.findLine(tx, count, blister)
    if (!line) throw presentationNotFound()
    return viewLine(line)
  })
}

/**
 * Adds the difference of each line to the stock, which keeps sales since the counting. Lines that would remove units
 * of orders are refused one by one. Throws `CONFLICT` once the count is closed.
 */
export function applyCount({
  shop,
  user: { id: userId },
  params: { id },
}: InputOf<typeof contract.applyCount>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    await holdOpen(tx, id, 'update')
    const lines = (await queries.holdDifferences(tx, id)).map((line) => ({ ...line, text: refusalOf(line) }))
    const refused = lines.flatMap(({ text, ...line }) => (text === undefined ? [] : [{ ...line, text }]))
    const moving = lines.filter(({ text }) => text === undefined)
    const cause = { reason: 'count', orderId: null, countId: id, userId, at } as const
    if (await moveStock(tx, moving, cause)) await publicChanged(tx, 'stock')
    await queries.markApplied(
      tx,
      id,
      refused.map(({ blister_id }) => blister_id),
    )
    await queries.closeCount(tx, id, { state: 'applied', userId, at })
    const changes = { differing: moving.length, refused: refused.length }
    await record(tx, { action: 'update', count: id, what: 'aplicado', changes }, { userId, at })
    return { stock_count: await getCount(tx, id), refused }
  })
}

function refusalOf({ isRemoved, stock, withheld, change }: queries.Difference): string | undefined {
  if (isRemoved) return 'La presentación se eliminó'
  const left = stock + withheld + change
  if (left < 0) return reservedAreMissing(-left)
  return stock + change > STOCK.max ? STOCK_FULL : undefined
}

/** Throws `CONFLICT` once the count is closed. */
export async function discardCount({
  shop,
  user: { id: userId },
  params: { id },
}: InputOf<typeof contract.discardCount>) {
  const by = { userId, at: shop.now() }
  await inTransaction(shop.database, async (tx) => {
    await holdOpen(tx, id, 'update')
    await queries.closeCount(tx, id, { state: 'discarded', ...by })
    await record(tx, { action: 'delete', count: id, what: 'descartado', changes: {} }, by)
  })
}

async function holdOpen(tx: Tx, id: number, lock: 'share' | 'update'): Promise<void> {
  const state = await queries.lockCount(tx, id, lock)
  if (state === undefined) throw countNotFound()
  if (state !== 'open') throw new DomainError('CONFLICT', COUNT_CLOSED)
}

interface Event {
  action: 'create' | 'update' | 'delete'
  count: number
  what: string
  changes: Record<string, unknown>
}

function record(tx: Tx, { action, count, what, changes }: Event, by: By): Promise<void> {
  const description = `${countName(count)} ${what}`
  return recordActivity(tx, { action, entity: 'stock_count', entityId: count, description, changes, ...by })
}

async function getCount(db: Db, id: number): Promise<StockCount> {
  const row = await queries.findCount(db, id)
  if (!row) throw countNotFound()
  return viewCount(row)
}

function viewCount({ created_at, closed_at, ...row }: queries.CountRow): StockCount {
  return { ...row, created_at: created_at.toISOString(), closed_at: closed_at?.toISOString() ?? null }
}

function viewLine({ counted, expected, counted_at, ...row }: queries.CountLineRow): CountLine {
  return {
    ...row,
    counted,
    expected,
    difference: counted === null || expected === null ? null : counted - expected,
    counted_at: counted_at === null ? null : new Date(counted_at).toISOString(),
  }
}

function countNotFound(): DomainError {
  return notFound('Recuento no encontrado')
}
