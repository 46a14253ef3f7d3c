import { z } from 'zod'
import { endpoint, pagesOf, reply } from './endpoint.ts'
import { PageQuery, queryText } from './text.ts'

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

/** Who did what, when, with before and after. `user` is 'Sistema' when nobody was signed in, or the account is gone. */
export const Activity = z.object({
  id: z.int(),
  action: z.enum(ACTIVITY_ACTIONS),
  entity: z.string(),
  entity_id: z.int().nullable(),
  description: z.string(),
  user: z.string(),
  timestamp: z.iso.datetime(),
  changes: z.record(z.string(), z.unknown()),
})
export type Activity = z.output<typeof Activity>

export const ActivityQuery = PageQuery.extend({
  page: PageQuery.shape.page.default(1),
  action: z.enum(ACTIVITY_ACTIONS).optional().catch(undefined),
  date_from: z.iso.date().optional().catch(undefined),
  search: queryText(100),
  entity: queryText(40),
  entity_id: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
})
export type ActivityQuery = z.output<typeof ActivityQuery>

export const listActivity = endpoint('GET', '/activity-logs/', {
  summary: 'What happened, newest first; the count of a search ends at 5,000',
  access: 'admin',
  query: ActivityQuery,
  reply: pagesOf(reply(Activity)),
})

export const getActivityStats = endpoint('GET', '/activity-logs/stats/', {
  summary: 'How much happened today, in the last 7 and 30 days, and in all',
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
