import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { ActivityAction } from '../../contract/activity.ts'
import { type Day, startOfDay } from '../days.ts'
import type { Db } from '../db/connect.ts'
import { containing, PERSON_NAMES, plain } from '../db/like.ts'
import type { Tables } from '../db/tables.ts'

export interface ActivityFilter {
  action?: ActivityAction | undefined
  entity?: string | undefined
  entityId?: number | undefined
  /** From the midnight of Buenos Aires with which this day begins. */
  since?: Day | undefined
  /** Part of the description or of the name of who did it, whatever its case. */
  search?: string | undefined
}

/**
 * Newest first, each with the name its account has now: null when the account is gone or there was none. `count` is how
 * many the filter finds, when that is known exactly: it shortens the way.
 */
export async function listEntries(
  db: Db,
  filter: ActivityFilter,
  { limit, offset, count }: { limit: number; offset: number; count?: number },
) {
  // Beyond the middle the way from the other end is shorter. Which ones first, from an index alone.
  const fromEnd = count !== undefined && offset > count / 2
  const way = fromEnd ? 'asc' : 'desc'
  const last = Math.max(0, (count ?? 0) - offset)
  const found = db
    .selectFrom('activity_log')
    .select(['activity_log.id', 'activity_log.created_at'])
    .where((row) => matches(row, filter))
    // Few are found: all of them by the words and then put in order, instead of reading the log until they turn up.
    .$if(Boolean(filter.search) && count !== undefined, (query) => query.offset(0))
  const page = db
    .selectFrom(found.as('found'))
    .select('found.id')
    .orderBy('found.created_at', way)
    .orderBy('found.id', way)
    .limit(fromEnd ? Math.min(limit, last) : limit)
    .offset(fromEnd ? Math.max(0, last - limit) : offset)
  return db
    .selectFrom('activity_log')
    .leftJoin('users', 'users.id', 'activity_log.user_id')
    .where('activity_log.id', 'in', page)
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
    .execute()
}

/** No more than `most`: counting on would cost more than it tells. With `after`, only those with a higher id. */
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

export async function newestId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('activity_log')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

export interface Pile {
  action: ActivityAction
  entity: string
  /** Of Buenos Aires. */
  day: Day
  count: number
}

/** How many of each kind and day have an id above `after` and up to `upTo`. */
export async function countPiles(db: Db, { after, upTo }: { after: number; upTo: number }): Promise<Pile[]> {
  const { rows } = await sql<Pile>`
    select action, entity, (created_at at time zone 'America/Argentina/Buenos_Aires')::date as day, count(*) as count
    from activity_log where id > ${after} and id <= ${upTo}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** In one reading: how many with an id above `after` came since each of these days, or ever. */
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
    const pattern = containing(filter.search.toLowerCase())
    // The index of people holds their names together: it finds some more than the username, which are left out again.
    all.push(
      row.or([
        row(row.fn<string>('lower', ['activity_log.description']), 'like', pattern),
        // As an array, so that the index on each side of the `or` can be used.
        sql<SqlBool>`activity_log.user_id = any(array(select id from users
          where ${plain(PERSON_NAMES)} like ${plain(sql`${pattern}::text`)} and lower(username) like ${pattern}))`,
      ]),
    )
  }
  return row.and(all)
}
