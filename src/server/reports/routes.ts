import * as contract from '../../contract/reports/reports.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { downloadReport, getReport } from './reports.ts'

export function reportRoutes(api: Api): void {
  on(api, contract.getReport, getReport)
  on(api, contract.downloadReport, downloadReport, { file: 'reporte.csv' })
}
