import * as firstHour from '../../contract/settings/first-hour.ts'
import * as guide from '../../contract/settings/guide.ts'
import * as notices from '../../contract/settings/notices.ts'
import * as contract from '../../contract/settings/settings.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { listFirstSteps } from './first-hour.ts'
import { listNotices } from './notices.ts'
import {
  getAllSettings,
  getGuide,
  getPublicSettings,
  listTrophies,
  rememberSettings,
  saveSettings,
} from './settings.ts'
import { sendTestMail } from './test-mail.ts'

/** The settings; the schema drops those for admins. */
export function settingsRoutes(api: Api): void {
  let forget = () => {}
  api.app.addHook('onReady', async () => {
    forget = await rememberSettings(api.shop)
  })
  api.app.addHook('onClose', async () => forget())
  on(api, contract.getSettings, getPublicSettings)
  on(api, contract.listTrophies, listTrophies)
  on(api, guide.getGuide, getGuide)
  on(api, contract.getAllSettings, getAllSettings)
  on(api, notices.listNotices, listNotices, { polled: true })
  on(api, notices.sendTestMail, sendTestMail)
  on(api, firstHour.listFirstSteps, listFirstSteps)
  on(api, contract.saveSettings, saveSettings)
}
