import { listFirstSteps } from '../../contract/settings/first-hour.ts'
import { listNotices, sendTestMail } from '../../contract/settings/notices.ts'
import { getGuide } from '../../contract/settings/guide.ts'
import * as contract from '../../contract/settings/settings.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import * as firstHour from './first-hour.ts'
import * as notices from './notices.ts'
import * as testMail from './test-mail.ts'
import { getAllSettings, getPublicSettings, getSettings, rememberSettings, saveSettings } from './settings.ts'

/** The settings; the schema drops those for admins. */
export function settingsRoutes(api: Api): void {
  let forget = () => {}
  api.app.addHook('onReady', async () => {
    forget = await rememberSettings(api.shop)
  })
  api.app.addHook('onClose', async () => forget())
  on(api, contract.getSettings, ({ shop }) => getPublicSettings(shop.db))
  on(api, contract.listTrophies, async ({ shop }) => (await getSettings(shop.db)).trophies)
  on(api, getGuide, async ({ shop }) => {
    const { guide_intro, guide_steps, guarantee_points } = await getSettings(shop.db)
    return { intro: guide_intro, steps: guide_steps, points: guarantee_points }
  })
  on(api, contract.getAllSettings, ({ shop }) => getAllSettings(shop.db))
  on(api, listNotices, ({ shop, http }) => notices.listNotices(shop, http.host), { polled: true })
  on(api, sendTestMail, ({ shop, user }) => testMail.sendTestMail(shop, user))
  on(api, listFirstSteps, ({ shop }) => firstHour.listFirstSteps(shop))
  on(api, contract.saveSettings, ({ shop, body, user }) => saveSettings(shop, body, user.id))
}
