import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getReport } from '../../../contract/reports/calls.ts'
import { listSynonyms } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'
import type { ReportFilter } from './report-address.ts'

export const reportOf = ({ kind, ...query }: ReportFilter) =>
  queryOptions({
    queryKey: [...adminKey('admin-reports'), kind, query],
    queryFn: ({ signal }) => call(getReport, { params: { kind }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** Under `/api`. */
export function csvPath({ kind, ...query }: ReportFilter): string {
  return `/reports/${kind}/csv/?${new URLSearchParams(query).toString()}`
}

/** What the search understands as other words. */
export const synonyms = () =>
  queryOptions({
    queryKey: [...adminKey('admin-reports'), 'synonyms'],
    queryFn: ({ signal }) => call(listSynonyms, { signal }),
  })
