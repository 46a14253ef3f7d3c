import {
  daysBetween,
  hasBasis,
  periodError,
  REPORT_KINDS,
  type ReportBasis,
  type ReportGroup,
  type ReportKind,
} from '../../../contract/reports/report-rules.ts'
import { isDay } from '../kit/list-address.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getReport } from '../../../contract/reports/calls.ts'
import { listSynonyms } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'

/** Parameters of the screen's address. Both days are included. */
export interface ReportFilter {
  kind: ReportKind
  from: string
  to: string
  group: ReportGroup
  basis: ReportBasis
}

/** Slugs for the address and file names. */
export const SLUGS: Record<ReportKind, string> = {
  sales: 'ventas',
  products: 'productos',
  brands: 'marcas',
  customers: 'clientes',
  claims: 'reclamos',
  lots: 'lotes',
  searches: 'busquedas',
}
const GROUP_SLUGS: Record<ReportGroup, string> = { day: 'dia', week: 'semana', month: 'mes' }

/** Defaults to this month without a valid period, and to a group with a readable number of rows. */
export function readReport(params: URLSearchParams, today: string): ReportFilter {
  const kind = REPORT_KINDS.find((each) => SLUGS[each] === params.get('ver')) ?? 'sales'
  const [from, to] = readPeriod(params) ?? monthTo(today)
  const asked = Object.entries(GROUP_SLUGS).find(([, slug]) => slug === params.get('por'))?.[0]
  const basis = params.get('base') === 'cobrado' && hasBasis(kind) ? 'collected' : 'ordered'
  return { kind, from, to, group: (asked as ReportGroup | undefined) ?? usualGroup(from, to), basis } // safe: a key of GROUP_SLUGS
}

/** The parameters of a filter, without defaults. */
export function reportParams({ kind, from, to, group, basis }: ReportFilter) {
  return {
    ver: kind === 'sales' ? undefined : SLUGS[kind],
    desde: from,
    hasta: to,
    por: group === usualGroup(from, to) ? undefined : GROUP_SLUGS[group],
    base: basis === 'collected' ? 'cobrado' : undefined,
  }
}

export function usualGroup(from: string, to: string): ReportGroup {
  const days = daysBetween(from, to)
  if (days <= 62) return 'day'
  return days <= 190 ? 'week' : 'month'
}

function readPeriod(params: URLSearchParams): [from: string, to: string] | undefined {
  const [from, to] = [params.get('desde') ?? '', params.get('hasta') ?? '']
  return isDay(from) && isDay(to) && periodError(from, to) === undefined ? [from, to] : undefined
}

// ---- Periods ---------------------------------------------------------------------------------------------------

const DAY_MS = 86_400_000

const after = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const monthTo = (today: string): [string, string] => [`${today.slice(0, 8)}01`, today]

function monthBefore(today: string): [string, string] {
  const last = after(`${today.slice(0, 8)}01`, -1)
  return [`${last.slice(0, 8)}01`, last]
}

/** Preset periods. */
export const PERIODS: { name: string; of: (today: string) => [from: string, to: string] }[] = [
  { name: 'Hoy', of: (today) => [today, today] },
  { name: '7 días', of: (today) => [after(today, -6), today] },
  { name: '30 días', of: (today) => [after(today, -29), today] },
  { name: 'Este mes', of: monthTo },
  { name: 'Mes pasado', of: monthBefore },
  { name: 'Este año', of: (today) => [`${today.slice(0, 4)}-01-01`, today] },
]

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
