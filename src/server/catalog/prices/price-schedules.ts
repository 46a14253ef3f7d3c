import { finalPrice } from '../../../contract/catalog/final-price.ts'
import {
  applyAtError,
  LATE_AFTER_MS,
  type PriceRule,
  ruleInWords,
} from '../../../contract/catalog/price-rule.ts'
import type * as contract from '../../../contract/catalog/price-runs.ts'
import type { PriceFilter, PriceSchedule } from '../../../contract/catalog/price-runs.ts'
import { toPesos } from '../../../contract/money.ts'
import { recordActivity } from '../../activity/activity.ts'
import { onceBy } from '../../db/idempotency.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { pageOf, pagingOf } from '../../http/paging.ts'
import { inTurn } from '../../in-turn.ts'
import type { Shop } from '../../shop.ts'
import { applyPrices, plannedIn, type ProductChange, runIn } from './price-runs.ts'
import * as queries from './schedule-queries.ts'

const PAGE_SIZE = 20
/** Retries when prices change between reading and writing. */
const ATTEMPTS = 3

/** `applyPrices`, or with `apply_at` `schedulePrices`. */
export function applyOrSchedule({
  body: { apply_at, ...asked },
  ...input
}: InputOf<typeof contract.applyPrices>) {
  return apply_at
    ? schedulePrices({ ...input, body: { ...asked, apply_at } })
    : applyPrices({ ...input, body: asked })
}

/** Schedules the previewed prices for a time within a year. Throws as `applyPrices`. */
export async function schedulePrices({
  shop,
  user: { id: userId },
  body: { apply_at: applyAt, ...asked },
  key,
}: InputOf<typeof contract.schedulePrices>) {
  const at = shop.now()
  const { rule, filter } = asked
  const request = ['schedulePrices', { ...asked, applyAt }]
  const { id } = await inTransaction(shop.database, (tx) =>
    onceBy(tx, userId, { key, request, at }, async () => {
      const wrongTime = applyAtError(applyAt, at)
      if (wrongTime) throw invalid({ apply_at: [wrongTime] })
      const changes = await plannedIn(tx, asked)
      const id = await queries.insertSchedule(tx, { rule: { rule, filter }, applyAt, changes, userId, at })
      await recordActivity(tx, {
        at,
        action: 'create',
        entity: 'price_schedule',
        entityId: id,
        description: `Precios programados: ${ruleInWords(rule)}`,
        userId,
        changes: { presentations_changed: changes.length, apply_at: applyAt.toISOString() },
      })
      return { id }
    }),
  )
  return getSchedule(shop, id)
}

export async function listPriceSchedules({ shop, query }: InputOf<typeof contract.listPriceSchedules>) {
  const paging = pagingOf(query, PAGE_SIZE)
  const { pageSize: limit, offset } = paging
  const [rows, count] = await Promise.all([
    queries.listSchedules(shop.db, { limit, offset }),
    queries.countSchedules(shop.db),
  ])
  return pageOf('/price-runs/scheduled/', query, paging, { results: rows.map(viewSchedule), count })
}

/** Cancels a pending change, or marks a failed or partial one as read. Refusals: 404, 409 for any other and for another state than `was`. */
export async function closePriceSchedule({
  shop,
  user: { id: userId },
  params: { id },
  query: { was },
}: InputOf<typeof contract.closePriceSchedule>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    if (!(await queries.closeSchedule(tx, { id, was, at }))) {
      if (await queries.findSchedule(tx, id))
        throw new DomainError('CONFLICT', 'Ese cambio ya no está programado')
      throw notFound('Cambio programado no encontrado')
    }
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'price_schedule',
      entityId: id,
      description: `Precios programados #${id}: cancelados o revisados`,
      userId,
    })
  })
  return getSchedule(shop, id)
}

/** Runs every due change, in order, each in its own transaction; with several instances each runs once. */
export async function applyDuePrices(shop: Shop): Promise<void> {
  await inTurn(shop, await queries.listDue(shop.db, shop.now()), ({ id }) => applySchedule(shop, id))
}

async function applySchedule(shop: Shop, id: number, attempts = ATTEMPTS): Promise<void> {
  try {
    await applyOnce(shop, id)
  } catch (error) {
    // A price changed between reading and writing: reads the remaining ones again.
    const isStale = error instanceof DomainError && error.code === 'STALE'
    if (!isStale || attempts === 1) throw error
    await applySchedule(shop, id, attempts - 1)
  }
}

/** Does nothing if the schedule was cancelled, or applied by another instance. */
function applyOnce(shop: Shop, id: number): Promise<void> {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const due = await queries.lockScheduled(tx, id)
    if (!due) return
    const { rule, filter } = askedOf(due.rule)
    const rows = (await queries.listScheduledRows(tx, due.id)).filter(({ isSame }) => isSame)
    const changes = rows.map(changeOf)
    const run = { kind: rule.kind, rule: { rule, filter }, changes }
    const by = { userId: due.user_id, at }
    const name = `Precios programados #${due.id}`
    const runId =
      changes.length === 0 ? undefined : await runIn(tx, run, `${name} aplicados: ${ruleInWords(rule)}`, by)
    // A run has its own entry.
    const about = { action: 'update', entity: 'price_schedule', entityId: due.id } as const
    if (runId === undefined)
      await recordActivity(tx, { ...about, ...by, description: `${name}: no se aplicaron` })
    await queries.closeAsDone(tx, { id: due.id, runId, done: changes.map((each) => each.blister_id), at })
  })
}

function changeOf(row: Awaited<ReturnType<typeof queries.listScheduledRows>>[number]): ProductChange {
  const { blister_id, product_id, new_price: price, new_discount: discount } = row
  return {
    blister_id,
    product_id,
    from: { price: row.old_price, discount: row.old_discount },
    to: { price, discount, final_price: finalPrice(price, discount) },
  }
}

function askedOf(stored: unknown): { rule: PriceRule; filter: PriceFilter } {
  return stored as { rule: PriceRule; filter: PriceFilter } // safe: written by `schedulePrices`
}

async function getSchedule(shop: Shop, id: number): Promise<PriceSchedule> {
  const found = await queries.findSchedule(shop.db, id)
  if (!found) throw new Error(`No schedule ${id}`)
  return viewSchedule(found)
}

function viewSchedule({ rule: stored, username, seen_at, ...row }: queries.ListedSchedule): PriceSchedule {
  const { apply_at, closed_at } = row
  const isMade = row.run_id !== null || row.state === 'failed'
  return {
    ...row,
    ...askedOf(stored),
    apply_at: apply_at.toISOString(),
    created_at: row.created_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
    is_late: isMade && closed_at !== null && closed_at.getTime() > apply_at.getTime() + LATE_AFTER_MS,
    is_seen: seen_at !== null || !['partial', 'failed'].includes(row.state),
    sum_old: toPesos(row.sum_old),
    sum_new: toPesos(row.sum_new),
    user: username ?? 'Sistema',
  }
}
