import { finalPrice } from '../../../contract/catalog/final-price.ts'
import { toPesos } from '../../../contract/money.ts'
import { NO_PRICE_CHANGES, PRICES_STALE, ruleInWords } from '../../../contract/catalog/price-rule.ts'
import type * as contract from '../../../contract/catalog/price-runs.ts'
import type { PlannedInput, PriceRun } from '../../../contract/catalog/price-runs.ts'
import { recordActivity } from '../../activity/activity.ts'
import { publicChanged } from '../../cache/public-change.ts'
import { onceBy } from '../../db/idempotency.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { cursorPage, pageOf, pagingOf } from '../../http/paging.ts'
import type { Shop } from '../../shop.ts'
import { chosenOf, type PlannedChange, planPrices, tokenOf } from './price-plan.ts'
import { insertRun, type NewRun, type PriceChange, sumsOf } from './price-queries.ts'
import * as queries from './price-run-queries.ts'
import { setPrices } from './set-prices.ts'
import { viewHistoryRow, viewRun } from './view-prices.ts'

const PAGE_SIZE = 20

/** Throws `VALIDATION` when a price would leave its limits. */
export async function previewPrices({
  shop,
  body: { rule, filter },
}: InputOf<typeof contract.previewPrices>) {
  const rows = await queries.listPriced(shop.db, filter)
  const planned = planPrices(rows, rule)
  const changes = chosenOf(planned, filter)
  const { before, after } = sumsOf(changes)
  return {
    rows: planned.map(previewRow),
    count: changes.length,
    against: planned.filter(({ is_against }) => is_against).length,
    sum_old: toPesos(before),
    sum_new: toPesos(after),
    token: tokenOf(rule, filter, rows),
  }
}

function previewRow({ to, price, final_price, ...row }: PlannedChange) {
  return {
    ...row,
    discount_new: to.discount,
    old: toPesos(price),
    new: toPesos(to.price),
    final_old: toPesos(final_price),
    final_new: toPesos(to.final_price),
  }
}

/**
 * Applies the previewed prices, all or none. Throws `STALE` when a price or the set of presentations changed since;
 * `VALIDATION` when the rule changes none.
 */
export async function applyPrices({
  shop,
  user: { id: userId },
  body: { token, rule, filter },
  key,
}: InputOf<typeof contract.applyPrices>) {
  const at = shop.now()
  const request = ['applyPrices', { token, rule, filter }]
  const { id } = await inTransaction(shop.database, (tx) =>
    onceBy(tx, userId, { key, request, at }, async () => {
      const changes = await plannedIn(tx, { token, rule, filter })
      const run = { kind: rule.kind, rule: { rule, filter }, changes }
      return { id: await runIn(tx, run, `Precios cambiados: ${ruleInWords(rule)}`, { userId, at }) }
    }),
  )
  return getRun(shop, id)
}

/** The preview of this token, computed again. Throws as `applyPrices`. */
export async function plannedIn(tx: Tx, { token, rule, filter }: PlannedInput): Promise<PlannedChange[]> {
  const rows = await queries.listPriced(tx, filter)
  if (tokenOf(rule, filter, rows) !== token) throw new DomainError('STALE', PRICES_STALE)
  const changes = chosenOf(planPrices(rows, rule), filter)
  if (changes.length === 0) throw invalid({ rule: [NO_PRICE_CHANGES] })
  return changes
}

/**
 * Restores the prices of a run that did not change since; `kept` has the others. Throws `CONFLICT` when it is already
 * undone or no price can be restored.
 */
export async function undoPriceRun({
  shop,
  user: { id: userId },
  params: { id },
  key,
}: InputOf<typeof contract.undoPriceRun>) {
  const at = shop.now()
  const done = await inTransaction(shop.database, (tx) =>
    onceBy(tx, userId, { key, request: ['undoPriceRun', id], at }, async () => {
      const undone = await queries.findRun(tx, id)
      if (!undone) throw notFound('Cambio de precios no encontrado')
      if (undone.undone_by !== null) throw alreadyUndone()
      const rows = await queries.listChangesOf(tx, id)
      const changes = rows.filter(({ isLast }) => isLast).map(backTo)
      if (changes.length === 0)
        throw new DomainError('CONFLICT', 'No se deshace: todos esos precios cambiaron después')
      const run = { kind: 'undo', rule: {}, changes, undoOf: id } as const
      const undo = await runIn(tx, run, `Cambio de precios #${id} deshecho`, { userId, at })
      const kept = rows.filter(({ isLast }) => !isLast)
      return {
        id: undo,
        kept: kept.map(({ blister_id, name, type, seed_count }) => ({ blister_id, name, type, seed_count })),
      }
    }),
  )
  return { run: await getRun(shop, done.id), kept: done.kept }
}

function backTo(row: Awaited<ReturnType<typeof queries.listChangesOf>>[number]): ProductChange {
  const { blister_id, product_id, old_price: price, old_discount: discount } = row
  return {
    blister_id,
    product_id,
    from: row,
    to: { price, discount, final_price: finalPrice(price, discount) },
  }
}

function alreadyUndone(): DomainError {
  return new DomainError('CONFLICT', 'Ese cambio de precios ya está deshecho')
}

export type ProductChange = PriceChange & { product_id: number }

/** Locks the presentations last, so that orders wait for two statements only. Returns the run's id. */
export async function runIn(
  tx: Tx,
  { changes, ...run }: Omit<NewRun, 'changes'> & { changes: ProductChange[] },
  description: string,
  { userId, at }: { userId: number | null; at: Date },
): Promise<number> {
  const runId = await insertRun(tx, { ...run, changes }, { userId, at })
  if (runId === undefined) throw alreadyUndone()
  const { before, after } = sumsOf(changes)
  await recordActivity(tx, {
    at,
    action: 'update',
    entity: 'price_run',
    entityId: runId,
    description,
    userId,
    changes: {
      presentations_changed: changes.length,
      prices_sum: { before: toPesos(before), after: toPesos(after) },
    },
  })
  await publicChanged(tx, 'private')
  await setPrices(tx, changes, { runId, userId, at })
  await queries.raiseVersions(tx, [...new Set(changes.map(({ product_id }) => product_id))])
  return runId
}

async function getRun(shop: Shop, id: number): Promise<PriceRun> {
  const run = await queries.findRun(shop.db, id)
  if (!run) throw new Error(`No run ${id}`)
  return viewRun(run)
}

export async function listPriceRuns({ shop, query }: InputOf<typeof contract.listPriceRuns>) {
  const paging = pagingOf(query, PAGE_SIZE)
  const { pageSize: limit, offset } = paging
  const [rows, count] = await Promise.all([
    queries.listRuns(shop.db, { limit, offset }),
    queries.countRuns(shop.db),
  ])
  return pageOf('/price-runs/', query, paging, { results: rows.map(viewRun), count })
}

/** Throws 404 for an id that never existed. */
export async function listPriceHistory({
  shop,
  params: { id: blister },
  query: { before },
}: InputOf<typeof contract.listPriceHistory>) {
  const rows = await queries.listHistory(shop.db, { blister, before, limit: PAGE_SIZE + 1 })
  if (rows.length === 0 && before === undefined) throw notFound('Presentación no encontrada')
  return cursorPage(rows, PAGE_SIZE, { view: viewHistoryRow, idOf: ({ id }) => id })
}
