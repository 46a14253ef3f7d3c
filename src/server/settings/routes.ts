import * as contract from '../../contract/settings.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { getSettings } from './settings.ts'

/** What everybody may know of the shop; the schema leaves out the rest. */
export function settingsRoutes(api: Api): void {
  on(api, contract.getSettings, ({ shop }) => getSettings(shop.db))
}
