import * as contract from '../../contract/activity.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { getActivityStats, listActivity } from './activity.ts'

export function activityRoutes(api: Api): void {
  on(api, contract.listActivity, ({ shop, query }) => listActivity(shop, query))
  on(api, contract.getActivityStats, ({ shop }) => getActivityStats(shop))
}
