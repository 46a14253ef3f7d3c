import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, pagesOf, reply } from './endpoint.ts'
import { PageQuery, queryId, queryText } from './text.ts'

const ACTIVITY_ACTIONS = [
  'create',
  'update',
  'delete',
  'register',
  'login',
  'order',
  'status_change',
] as const
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number]

/**
 * An entry of the log. `changes` has `{before, after}` by field, the two states of a status change, or plain facts.
 * `user` is 'Sistema' for a change without a signed-in user or by a deleted account.
 */
export const Activity = z.object({
  id: z.int(),
  action: z.enum(ACTIVITY_ACTIONS),
  entity: z.string(),
  entity_id: z.int().nullable(),
  description: z.string(),
  user: z.string(),
  timestamp: z.iso.datetime(),
  changes: z.record(z.string(), z.unknown()),
  /** Made by the import of a sheet; `user` is then the account that the operator named. */
  by_sheet: z.literal(true).optional(),
  /** `{ '7': 'X3' }`: names of the presentations whose ids are in keys of `changes`; '' for merchandise without sizes. */
  presentations: z.record(z.string(), z.string()).optional(),
})
export type Activity = z.output<typeof Activity>

/** Days of Buenos Aires. `search` looks in the description and the user's names. Unknown values are ignored. */
const ActivityQuery = PageQuery.extend({
  page: PageQuery.shape.page.default(1),
  action: z.enum(ACTIVITY_ACTIONS).optional().catch(undefined),
  date_from: z.iso.date().optional().catch(undefined),
  search: queryText(100),
  entity: queryText(40),
  entity_id: queryId,
})

/** Newest first; carries an ETag. */
export const listActivity = endpoint(calls.listActivity, {
  summary: 'The activity log, newest first; search counts stop at 5,000',
  access: 'admin',
  query: ActivityQuery,
  reply: pagesOf(reply(Activity)),
})

/** Today is the day of Buenos Aires; the last week and month are 7 and 30 days. Carries an ETag. */
export const getActivityStats = endpoint(calls.getActivityStats, {
  summary: 'Entries of today, of the last 7 and 30 days, and in total',
  access: 'admin',
  reply: reply(
    z.object({
      activities_today: z.int(),
      activities_last_week: z.int(),
      activities_last_month: z.int(),
      total_activities: z.int(),
    }),
  ),
})
