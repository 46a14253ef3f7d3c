import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { ActivityAction } from '../../contract/activity.ts'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'

export interface ActivityFilter {
  action?: ActivityAction | undefined
  entity?: string | undefined
  entityId?: number | undefined
  since?: Date | undefined
  /** Part of the description or of the name of who did it, whatever its case. */
  search?: string | undefined
}

/** Newest first, each with the name its account has now: null when the account is gone or there was none. */
export function listEntries(
  db: Db,
  filter: ActivityFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return entries(db)
    .where((row) => matches(row, filter))
    .select([
      'activity_log.id',
      'action',
      'entity',
      'entity_id',
      'description',
      'user_id',
      'username',
      'changes',
    ])
    .select('activity_log.created_at')
    .orderBy('activity_log.created_at', 'desc')
    .orderBy('activity_log.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countEntries(db: Db, filter: ActivityFilter): Promise<number> {
  const { count } = await entries(db)
    .where((row) => matches(row, filter))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** How many since each of these instants, and in all. */
export async function countSince(db: Db, [today, week, month]: [today: Date, week: Date, month: Date]) {
  const { rows } = await sql<{ today: number; week: number; month: number; total: number }>`
    select
      count(*) filter (where created_at >= ${today}) as today,
      count(*) filter (where created_at >= ${week}) as week,
      count(*) filter (where created_at >= ${month}) as month,
      count(*) as total
    from activity_log`.execute(db)
  return rows[0] ?? { today: 0, week: 0, month: 0, total: 0 }
}

function entries(db: Db) {
  return db.selectFrom('activity_log').leftJoin('users', 'users.id', 'activity_log.user_id')
}

type Row = ExpressionBuilder<Tables, 'activity_log' | 'users'>

function matches(row: Row, filter: ActivityFilter): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = []
  if (filter.action !== undefined) all.push(row('activity_log.action', '=', filter.action))
  if (filter.entity) all.push(row('activity_log.entity', '=', filter.entity))
  if (filter.entityId !== undefined) all.push(row('activity_log.entity_id', '=', filter.entityId))
  if (filter.since !== undefined) all.push(row('activity_log.created_at', '>=', filter.since))
  if (filter.search) {
    const pattern = `%${filter.search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    all.push(
      row.or([
        row(row.fn<string>('lower', ['activity_log.description']), 'like', pattern),
        row(row.fn<string>('lower', ['users.username']), 'like', pattern),
      ]),
    )
  }
  return row.and(all)
}
