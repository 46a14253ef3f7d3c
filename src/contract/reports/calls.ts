import type { Call } from '../endpoint.ts'
import type * as reports from './reports.ts'

export const getReport: Call<typeof reports, 'getReport'> = 'GET /reports/:kind/'
export const downloadReport: Call<typeof reports, 'downloadReport'> = 'GET /reports/:kind/csv/'
