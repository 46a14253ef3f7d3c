import type { Call } from '../endpoint.ts'
import type * as pages from './pages.ts'
import type * as regrets from './regrets.ts'

export const listPages: Call<typeof pages, 'listPages'> = 'GET /pages/'
export const getPage: Call<typeof pages, 'getPage'> = 'GET /pages/:slug/'
export const listWrittenPages: Call<typeof pages, 'listWrittenPages'> = 'GET /pages/written/'
export const savePage: Call<typeof pages, 'savePage'> = 'PUT /pages/:slug/'
export const listPageVersions: Call<typeof pages, 'listPageVersions'> = 'GET /pages/:slug/versions/'

export const fileRegret: Call<typeof regrets, 'fileRegret'> = 'POST /regret-requests/'
export const listRegrets: Call<typeof regrets, 'listRegrets'> = 'GET /regret-requests/'
export const getRegret: Call<typeof regrets, 'getRegret'> = 'GET /regret-requests/:id/'
export const changeRegret: Call<typeof regrets, 'changeRegret'> = 'PATCH /regret-requests/:id/'
