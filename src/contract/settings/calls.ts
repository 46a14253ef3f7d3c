import type { Call } from '../endpoint.ts'
import type * as firstHour from './first-hour.ts'
import type * as guide from './guide.ts'
import type * as notices from './notices.ts'
import type * as settings from './settings.ts'

export const listFirstSteps: Call<typeof firstHour, 'listFirstSteps'> = 'GET /first-hour/'

export const getGuide: Call<typeof guide, 'getGuide'> = 'GET /guide/'

export const listNotices: Call<typeof notices, 'listNotices'> = 'GET /notices/'
export const sendTestMail: Call<typeof notices, 'sendTestMail'> = 'POST /test-mail/'

export const getSettings: Call<typeof settings, 'getSettings'> = 'GET /settings/'
export const listTrophies: Call<typeof settings, 'listTrophies'> = 'GET /trophies/'
export const getAllSettings: Call<typeof settings, 'getAllSettings'> = 'GET /settings/all/'
export const saveSettings: Call<typeof settings, 'saveSettings'> = 'PUT /settings/'
