import { formatPesos } from '../../../contract/money.ts'
import {
  countsClaims,
  definitionsOf,
  isMoney,
  type Measure,
  MEASURE_LABEL,
  measuresOf,
  type ReportGroup,
} from '../../../contract/reports/report-rules.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { formatCalendarDay } from '../../shop/dates.ts'
import { counted } from '../kit/counted.ts'
import { type ReportFilter, SLUGS } from './report-address.ts'
import { formatNumber } from '../../../contract/place.ts'

/** '$ 1.204.300', '42'. */
export function amountText(measure: Measure, amount = 0): string {
  return isMoney(measure) ? formatPesos(amount) : formatNumber(amount)
}

/** '233 mil' or '1,2 M' above a column. The shop's locale would mix '66 k' with '233.160'. */
export function shortAmount(amount: number): string {
  return amount === 0 ? '' : amount.toLocaleString('es', { notation: 'compact' })
}

/** 'Del 1 de noviembre de 2026 al 25 de noviembre de 2026'. */
export function periodText({ from, to }: Pick<ReportFilter, 'from' | 'to'>): string {
  return from === to ? formatCalendarDay(from) : `Del ${formatCalendarDay(from)} al ${formatCalendarDay(to)}`
}

const PERIOD_WORD: Record<ReportGroup, [one: string, many: string]> = {
  day: ['día', 'días'],
  week: ['semana', 'semanas'],
  month: ['mes', 'meses'],
}
const ROW_WORD = {
  products: ['producto', 'productos'],
  brands: ['marca', 'marcas'],
  customers: ['cliente', 'clientes'],
  claims: ['producto', 'productos'],
  lots: ['lote', 'lotes'],
  searches: ['búsqueda', 'búsquedas'],
} as const

/** '25 días', '12 productos'. */
export function rowsText({ kind, group, rows }: Report): string {
  const [one, many] = kind === 'sales' ? PERIOD_WORD[group] : ROW_WORD[kind]
  return counted(rows.length, one, many)
}

/** The chart's text alternative: 'Del … al …: 42 pedidos, $ 1.204.300; máximo, 14/11/2026 con $ 90.000'. */
export function chartSentence(report: Report): string {
  const { kind, basis, rows, totals } = report
  const measures = measuresOf(kind, basis)
  const [shown] = measures
  if (!shown) return ''
  const figures = measures
    .slice(0, 2)
    .toReversed()
    .map((measure) => `${MEASURE_LABEL[measure].toLowerCase()} ${amountText(measure, totals[measure])}`)
  const most = mostOf(report)
  const top = most ? `; máximo, ${most.label} con ${amountText(shown, most[shown])}` : ''
  return `${periodText(report)}: ${figures.join(', ')}${top}. ${rows.length === 0 ? '' : 'Los valores están en la tabla.'}`.trim()
}

/** The row with the highest value; undefined if none is above 0. */
export function mostOf({ kind, basis, rows }: Report) {
  const [shown] = measuresOf(kind, basis)
  if (!shown) return undefined
  const most = rows.reduce<Report['rows'][number] | undefined>(
    (best, row) => ((row[shown] ?? 0) > (best?.[shown] ?? 0) ? row : best),
    undefined,
  )
  return most
}

/** What the figures count, and since when. */
export function notesOf({ kind, basis, since, from }: Report): string[] {
  const notes = definitionsOf(kind, basis)
  if (countsClaims(kind)) return notes
  if (since !== null && since <= from) return notes
  return [
    ...notes,
    since === null
      ? NEVER[whatOf(kind, basis)]
      : `${SINCE[whatOf(kind, basis)]} ${formatCalendarDay(since)}.`,
  ]
}

type What = 'discounts' | 'payments' | 'searches'

function whatOf(kind: Report['kind'], basis: Report['basis']): What {
  if (kind === 'searches') return 'searches'
  return basis === 'collected' ? 'payments' : 'discounts'
}

const SINCE: Record<What, string> = {
  discounts: 'Los descuentos se cuentan desde el',
  payments: 'Hay pagos anotados desde el',
  searches: 'Las búsquedas se cuentan desde el',
}
const NEVER: Record<What, string> = {
  discounts: 'Los descuentos se cuentan desde el próximo pedido.',
  payments: 'Todavía no hay pagos anotados.',
  searches: 'Todavía no se buscó nada.',
}

/** 'ventas-2026-11-01-2026-11-25.csv'. */
export function fileName({ kind, from, to }: ReportFilter): string {
  return `${SLUGS[kind]}-${from}-${to}.csv`
}
