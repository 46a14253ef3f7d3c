import { toPesos } from '../../contract/money.ts'
import { KEY_OF, periodLabel, periodsOf } from '../../contract/reports/periods.ts'
import {
  hasBasis,
  isMoney,
  MAX_REPORT_ROWS,
  type Measure,
  measuresOf,
  MEASURE_LABEL,
  type ReportKind,
  REPORT_ROW,
  REST,
  WITHOUT_BASIS,
} from '../../contract/reports/report-rules.ts'
import type * as contract from '../../contract/reports/reports.ts'
import type { ReportQuery, ReportRow } from '../../contract/reports/reports.ts'
import { BOM, csvMoney, csvRows, neutral } from '../csv.ts'
import { invalid } from '../errors.ts'
import type { OwnInputOf } from '../http/input.ts'
import type { Shop } from '../shop.ts'
import { type Counted, countRows, findSince } from './queries.ts'
import { formatNumber } from '../../contract/place.ts'

type Amounts = Partial<Record<Measure, number>>
/** Amounts in centavos. */
type Row = { key: string; label: string; amounts: Amounts }

interface Made {
  measures: readonly Measure[]
  rows: Row[]
  totals: Amounts
}

/** Throws 400 for `collected` with a report that cannot count payments. */
export async function getReport({ shop, params: { kind }, query }: OwnInputOf<typeof contract.getReport>) {
  const { measures, rows, totals } = await makeReport(shop, kind, query)
  const view = ({ key, label, amounts }: Row): ReportRow => ({ key, label, ...inPesos(amounts) })
  return {
    kind,
    ...query,
    since: await findSince(shop.db, kind, query.basis),
    rows: (kind === 'sales' ? rows : withRest(rows, measures)).map(view),
    totals: inPesos(totals),
  }
}

/** CSV for a spreadsheet with Spanish locale. */
export async function downloadReport({
  shop,
  params: { kind },
  query,
}: OwnInputOf<typeof contract.downloadReport>) {
  const { measures, rows } = await makeReport(shop, kind, query)
  const head = [REPORT_ROW[kind], ...measures.map((measure) => MEASURE_LABEL[measure])]
  const cells = rows.map(({ label, amounts }) => [
    neutral(label),
    ...measures.map((measure) => cell(measure, amounts[measure])),
  ])
  return `${BOM}${csvRows([head, ...cells])}`
}

function cell(measure: Measure, amount = 0): string {
  return isMoney(measure) ? csvMoney(toPesos(amount)) : String(amount)
}

async function makeReport(shop: Shop, kind: ReportKind, query: ReportQuery): Promise<Made> {
  if (query.basis === 'collected' && !hasBasis(kind)) throw invalid({ basis: [WITHOUT_BASIS] })
  const measures = measuresOf(kind, query.basis)
  const counted = await countRows(shop.db, { kind, basis: query.basis }, query)
  const rows = counted.flatMap(({ key, label, ...amounts }) =>
    key === null ? [] : [{ key, label, amounts }],
  )
  const totals = { ...sum(rows, measures), ...countedTotals(counted) }
  return {
    measures,
    rows: kind === 'sales' ? byPeriod(rows, query, measures) : largest(rows, measures),
    totals,
  }
}

function countedTotals(counted: Counted[]): Amounts {
  const {
    key: _key,
    label: _label,
    ...amounts
  } = counted.find(({ key }) => key === null) ?? { key: null, label: '' }
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== null))
}

/** Periods without sales have rows too. */
function byPeriod(days: Row[], { from, to, group }: ReportQuery, measures: readonly Measure[]): Row[] {
  const inPeriod = Map.groupBy(days, ({ key }) => KEY_OF[group](key))
  return periodsOf(from, to, group).map((period) => ({
    key: period.key,
    label: periodLabel(period, group),
    amounts: sum(inPeriod.get(period.key) ?? [], measures),
  }))
}

/** Sorted by the first measure, then by the others. */
function largest(rows: Row[], measures: readonly Measure[]): Row[] {
  return rows.toSorted((a, b) => {
    for (const measure of measures) {
      const difference = (b.amounts[measure] ?? 0) - (a.amounts[measure] ?? 0)
      if (difference !== 0) return difference
    }
    return a.label.localeCompare(b.label, 'es') || a.key.localeCompare(b.key)
  })
}

function withRest(rows: Row[], measures: readonly Measure[]): Row[] {
  if (rows.length <= MAX_REPORT_ROWS) return rows
  const rest = rows.slice(MAX_REPORT_ROWS)
  const label = `Otros ${formatNumber(rest.length)}`
  return [...rows.slice(0, MAX_REPORT_ROWS), { key: REST, label, amounts: sum(rest, measures) }]
}

function sum(rows: Row[], measures: readonly Measure[]): Amounts {
  return Object.fromEntries(
    measures.map((measure) => [
      measure,
      rows.reduce((total, { amounts }) => total + (amounts[measure] ?? 0), 0),
    ]),
  )
}

function inPesos(amounts: Amounts): Amounts {
  return Object.fromEntries(
    Object.entries(amounts).map(([measure, amount]) => [
      measure,
      isMoney(measure as Measure) ? toPesos(amount) : amount, // safe: a key of Amounts
    ]),
  )
}
