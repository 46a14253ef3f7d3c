import * as contract from '../../contract/activity.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { ActivityCounts } from './activity-counts.ts'
import { getActivityStats, listActivity } from './activity.ts'

export function activityRoutes(api: Api): void {
  const counts = new ActivityCounts()
  on(api, contract.listActivity, (input) => listActivity(input, counts), { polled: true })
  on(api, contract.getActivityStats, (input) => getActivityStats(input, counts), { polled: true })
}
