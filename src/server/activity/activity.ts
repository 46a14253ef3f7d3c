import { type RawBuilder, sql } from 'kysely'
import type * as contract from '../../contract/activity.ts'
import type { ActivityAction } from '../../contract/activity.ts'
import { MAX_FOUND } from '../../contract/limits.ts'
import { type Day, dayOf } from '../days.ts'
import type { Tx } from '../db/transaction.ts'
import { requestLog } from '../log.ts'
import type { InputOf } from '../http/input.ts'
import { pageOf, pagingOf } from '../http/paging.ts'
import { type ActivityCounts, isCountedByKind } from './activity-counts.ts'
import {
  type ChangedText,
  countEntries,
  deleteTexts,
  insertTexts,
  listEntries,
  listTexts,
  presentationNames,
} from './queries.ts'
import { activityView, presentationIds } from './view.ts'

const PAGE_SIZE = 20
const DAY_MS = 24 * 60 * 60_000

/** The subject of an entry. */
type ActivityEntity =
  | 'search_synonym'
  | 'product'
  | 'price_run'
  | 'stock_count'
  | 'lot'
  | 'price_schedule'
  | 'brand'
  | 'banner'
  | 'order'
  | 'user'
  | 'session'
  | 'warranty_claim'
  | 'regret_request'
  | 'access_request'
  | 'invitation'
  | 'page'
  | 'message_template'
  | 'mail'
  | 'settings'
  | 'activity_log'

export interface ActivityEntry {
  at: Date
  action: ActivityAction
  entity: ActivityEntity
  entityId: number | null
  /** Spanish, for people, without personal data: rows cannot be changed. */
  description: string
  /** Null for the shop itself. */
  userId: number | null
  /** Before and after by field, or `old_status` and `new_status`. Never secrets. */
  changes?: Record<string, unknown>
}

/** Marks changes made by a sheet import. */
export const BY_SHEET = { by_sheet: true }

/** Adds an entry to the log, in the transaction of the change. */
export async function recordActivity(tx: Tx, entry: ActivityEntry): Promise<void> {
  await recording(tx, entry).execute(tx)
}

/** `recordActivity` as a statement, to combine with others of the transaction. */
export function recording(
  tx: Tx,
  { at, action, entity, entityId, ...entry }: ActivityEntry,
): RawBuilder<unknown> {
  const { description, userId, changes = {} } = entry
  const log = requestLog()
  tx.afterCommit(() => log?.info({ action, entity, entityId, userId }, 'activity'))
  return sql`insert into activity_log (action, entity, entity_id, description, user_id, changes, created_at)
    values (${action}, ${entity}, ${entityId}, ${description}, ${userId}, ${JSON.stringify(changes)}, ${at})`
}

/** Replaces an erased text. */
const ERASED = { before: 'texto borrado', after: 'texto borrado' }

/**
 * `recordActivity` for free texts about people: the entry names the fields, and the texts are stored apart, so that
 * `forgetTextsOf` can erase them.
 */
export async function recordTexts(tx: Tx, entry: ActivityEntry, texts: ChangedText[]): Promise<void> {
  const changes = Object.fromEntries(texts.map(({ field }) => [field, ERASED]))
  const { rows } = await sql<{ id: number }>`${recording(tx, { ...entry, changes })} returning id`.execute(tx)
  const [row] = rows
  if (row) await insertTexts(tx, row.id, texts)
}

/** Erases the texts of all entries about these subjects. */
export async function forgetTextsOf(tx: Tx, entity: ActivityEntity, ids: number[]): Promise<void> {
  await deleteTexts(tx, entity, ids)
}

/** `{ field: { before, after } }` for the fields of `after` that differ. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, { before: unknown; after: unknown }> {
  const differing = Object.keys(after).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  )
  return Object.fromEntries(
    differing.map((field) => [field, { before: before[field] ?? null, after: after[field] ?? null }]),
  )
}

/**
 * Personal data before and after, masked so that the two still differ, as rows outlive accounts. `known` is a fixed
 * word and stays.
 */
export function maskedPair(before: string, after: string, known?: string): { before: string; after: string } {
  const shown = (text: string) => (text === known ? text : masked(text))
  const pair = { before: shown(before), after: shown(after) }
  return pair.before === pair.after ? { before: 'dato personal', after: 'otro dato personal' } : pair
}

/** '11·····789' of a phone number, the first and last character of other texts, nothing of short ones. */
function masked(text: string): string {
  const signs = [...text]
  if (signs.length === 0) return ''
  const isPhone = signs.length >= 10 && /^[\d +()-]+$/.test(text)
  const [head, tail] = isPhone ? [2, 3] : signs.length >= 5 ? [1, 1] : [0, 0]
  return `${signs.slice(0, head).join('')}·····${signs.slice(signs.length - tail).join('')}`
}

/** A page, newest first. `date_from` is a day of Buenos Aires. */
export async function listActivity(
  { shop, query }: InputOf<typeof contract.listActivity>,
  counts: ActivityCounts,
) {
  const filter = {
    action: query.action,
    entity: query.entity,
    entityId: query.entity_id,
    search: query.search,
    since: query.date_from,
  }
  const paging = pagingOf(query, PAGE_SIZE)
  const count = isCountedByKind(filter)
    ? await counts.of(shop, filter)
    : await countEntries(shop.db, filter, filter.search ? { most: MAX_FOUND } : {})
  const isExact = !filter.search || count < MAX_FOUND
  const { pageSize: limit, offset } = paging
  const entries = await listEntries(shop.db, filter, { limit, offset, ...(isExact && { count }) })
  const names = await presentationNames(shop.db, entries.flatMap(presentationIds))
  const texts = await listTexts(
    shop.db,
    entries.map(({ id }) => id),
  )
  const results = entries.map((entry) => activityView(entry, names, texts.get(entry.id)))
  return pageOf('/activity-logs/', query, paging, { results, count })
}

/** The 7 and the 30 days include today. */
export async function getActivityStats(
  { shop }: InputOf<typeof contract.getActivityStats>,
  totals: ActivityCounts,
) {
  const today = dayOf(shop.now())
  const days = [today, dayBefore(today, 6), dayBefore(today, 29)]
  const [day = 0, week = 0, month = 0, total = 0] = await totals.sinceEach(shop, [...days, undefined])
  return {
    activities_today: day,
    activities_last_week: week,
    activities_last_month: month,
    total_activities: total,
  }
}

function dayBefore(day: Day, days: number): Day {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}
