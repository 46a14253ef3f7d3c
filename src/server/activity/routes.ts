import * as contract from '../../contract/activity.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { ActivityCounts } from './activity-counts.ts'
import { getActivityStats, listActivity } from './activity.ts'

export function activityRoutes(api: Api): void {
  const counts = new ActivityCounts()
  on(api, contract.listActivity, ({ shop, query }) => listActivity(shop, query, counts), {
    polled: true,
  })
  on(api, contract.getActivityStats, ({ shop }) => getActivityStats(shop, counts), { polled: true })
}
