import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { shortName } from '../../contract/catalog/presentations.ts'
import type { ActivityAction } from '../../contract/activity.ts'
import { type Day, startOfDay } from '../days.ts'
import type { Db } from '../db/connect.ts'
import { folded, hasWords, PERSON_NAMES } from '../db/like.ts'
import type { Tables } from '../db/tables.ts'
import { TIME_ZONE } from '../../contract/place.ts'

export interface ActivityFilter {
  action?: ActivityAction | undefined
  entity?: string | undefined
  entityId?: number | undefined
  /** From midnight in Buenos Aires. */
  since?: Day | undefined
  /** Words of the description or of the username. */
  search?: string | undefined
}

/**
 * Newest first, each with the current username of its account, or null. `count`: the exact number of matches, if
 * known; pages past the middle are then read from the end.
 */
export function listEntries(db: Db, filter: ActivityFilter, place: Place) {
  return db
    .selectFrom('activity_log')
    .leftJoin('users', 'users.id', 'activity_log.user_id')
    .where('activity_log.id', 'in', idsOfPage(db, filter, place))
    .select([
      'activity_log.id',
      'action',
      'entity',
      'entity_id',
      'description',
      'user_id',
      'username',
      'changes',
      'activity_log.created_at',
    ])
    .orderBy('activity_log.created_at', 'desc')
    .orderBy('activity_log.id', 'desc')
    .execute()
}

interface Place {
  limit: number
  offset: number
  count?: number
}

/** An index-only scan. */
function idsOfPage(db: Db, filter: ActivityFilter, { limit, offset, count }: Place) {
  const fromEnd = count !== undefined && offset > count / 2
  const direction = fromEnd ? 'asc' : 'desc'
  const left = Math.max(0, (count ?? 0) - offset)
  const found = db
    .selectFrom('activity_log')
    .select(['activity_log.id', 'activity_log.created_at'])
    .where((row) => matches(row, filter))
    // `offset 0` keeps the planner from scanning the log in order for few matches.
    .$if(Boolean(filter.search) && count !== undefined, (query) => query.offset(0))
  return db
    .selectFrom(found.as('found'))
    .select('found.id')
    .orderBy('found.created_at', direction)
    .orderBy('found.id', direction)
    .limit(fromEnd ? Math.min(limit, left) : limit)
    .offset(fromEnd ? Math.max(0, left - limit) : offset)
}

/** Stops at `most`. With `after`, only rows with a higher id. */
export async function countEntries(
  db: Db,
  filter: ActivityFilter,
  { most, after }: { most?: number; after?: number } = {},
): Promise<number> {
  const found = db
    .selectFrom('activity_log')
    .where((row) => matches(row, filter))
    .select('activity_log.id')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .$if(after !== undefined, (query) => query.where('activity_log.id', '>', after ?? 0))
  const { count } = await db
    .selectFrom(found.as('found'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of the newest entry before `moment`, and of the one that tells of the last archive; 0 for none. */
export async function newestBefore(db: Db, moment: Date): Promise<{ upTo: number; archived: number }> {
  const { rows } = await sql<{ upTo: number | null; archived: number | null }>`
    select (select id from activity_log where created_at < ${moment} order by created_at desc, id desc limit 1) as "upTo",
      (select max(id) from activity_log where entity = 'activity_log') as archived`.execute(db)
  return { upTo: rows[0]?.upTo ?? 0, archived: rows[0]?.archived ?? 0 }
}

export interface Pile {
  action: ActivityAction
  entity: string
  /** In Buenos Aires. */
  day: Day
  count: number
}

/** The rows of each kind and day with an id above `after` and up to `upTo`. */
export async function countPiles(db: Db, { after, upTo }: { after: number; upTo: number }): Promise<Pile[]> {
  const { rows } = await sql<Pile>`
    select action, entity, (created_at at time zone ${sql.lit(TIME_ZONE)})::date as day, count(*) as count
    from activity_log where id > ${after} and id <= ${upTo}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** The rows with an id above `after` since each of these days, or all, in one scan. */
export async function countSinceEach(db: Db, days: (Day | undefined)[], after: number): Promise<number[]> {
  const counts = days.map((day) =>
    day === undefined ? sql`count(*)` : sql`count(*) filter (where created_at >= ${startOfDay(day)})`,
  )
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}]::int[] as counts from activity_log where id > ${after}`.execute(db)
  return rows[0]?.counts ?? []
}

type Row = ExpressionBuilder<Tables, 'activity_log'>

function matches(row: Row, filter: ActivityFilter): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = []
  if (filter.action !== undefined) all.push(row('activity_log.action', '=', filter.action))
  if (filter.entity) all.push(row('activity_log.entity', '=', filter.entity))
  if (filter.entityId !== undefined) all.push(row('activity_log.entity_id', '=', filter.entityId))
  if (filter.since !== undefined) {
    all.push(row('activity_log.created_at', '>=', startOfDay(filter.since)))
  }
  if (filter.search) {
    // The index covers all names of a person, so matches are filtered by username.
    all.push(
      row.or([
        hasWords(folded(sql`activity_log.description`), filter.search),
        // An array lets each side of the `or` use its index.
        sql<SqlBool>`activity_log.user_id = any(array(select id from users
          where ${hasWords(PERSON_NAMES, filter.search)} and ${hasWords(folded(sql`username`), filter.search)}))`,
      ]),
    )
  }
  return row.and(all)
}

/** A text of a field about a person, before and after. */
export interface ChangedText {
  field: string
  before: string
  after: string
}

export async function insertTexts(tx: Db, id: number, texts: ChangedText[]): Promise<void> {
  await tx
    .insertInto('activity_texts')
    .values(texts.map((text) => ({ activity_id: id, ...text })))
    .execute()
}

/** By entry. */
export async function listTexts(db: Db, ids: number[]): Promise<Map<number, ChangedText[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('activity_texts')
    .select(['activity_id', 'field', 'before', 'after'])
    .where('activity_id', '=', sql<number>`any(${ids})`)
    .execute()
  return Map.groupBy(rows, ({ activity_id }) => activity_id)
}

export async function deleteTexts(tx: Db, entity: string, ids: number[]): Promise<void> {
  await tx
    .deleteFrom('activity_texts')
    .where('activity_id', 'in', (row) =>
      row
        .selectFrom('activity_log')
        .select('id')
        .where('entity', '=', entity)
        .where(sql<boolean>`entity_id = any(${ids}::int[])`),
    )
    .execute()
}

/** Names by id, also of removed presentations; '' for merchandise without sizes. */
export async function presentationNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('blisters')
    .innerJoin('products', 'products.id', 'blisters.product_id')
    .where(sql<boolean>`blisters.id = any(${ids.map(Number)}::int[])`)
    .select(['blisters.id', 'blisters.seed_count', 'blisters.size', 'products.type'])
    .execute()
  return new Map(rows.map(({ id, type, ...kind }) => [String(id), shortName(type, kind)]))
}
