import type { ActivityAction } from '../../../contract/activity.ts'
import { ACTION_LABEL } from './activity-words.ts'

/** The filters in the address of the log. */
export interface ActivityFilter {
  search?: string
  action?: ActivityAction
  /** A day of Buenos Aires, `2026-11-20`. */
  date_from?: string
}

/** Unknown and malformed values are dropped, as on the server. */
export function readActivityFilter(params: URLSearchParams): ActivityFilter {
  const filter: ActivityFilter = {}
  const search = params.get('search')?.trim().slice(0, 100)
  if (search) filter.search = search
  const action = params.get('action') ?? ''
  if (isAction(action)) filter.action = action
  const day = params.get('date_from') ?? ''
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))) filter.date_from = day
  return filter
}

function isAction(action: string): action is ActivityAction {
  return Object.hasOwn(ACTION_LABEL, action)
}
