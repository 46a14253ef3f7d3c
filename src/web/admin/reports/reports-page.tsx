import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type Measure,
  MEASURE_LABEL,
  measuresOf,
  REPORT_LABEL,
  REPORT_ROW,
} from '../../../contract/reports/report-rules.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { dayOf, formatCalendarDay } from '../../shop/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { IN_PLACE } from '../kit/in-place.ts'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { DownloadButton } from '../shell/download-button.tsx'
import { Panel } from '../shell/panel.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { csvPath, readReport, type ReportFilter, reportOf, reportParams } from './report-address.ts'
import { ReportFilters } from './report-filters.tsx'
import { TaughtWords } from './taught-words.tsx'
import {
  amountText,
  chartSentence,
  fileName,
  mostOf,
  notesOf,
  periodText,
  rowsText,
  shortAmount,
} from './report-words.ts'
import { KEY_OF } from '../../../contract/reports/periods.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { useState } from 'react'
import { formatPesos } from '../../../contract/money.ts'
import '../kit/lists.css'
import './reports-page.css'

const FAILED = 'Error al cargar el reporte'

/** Reports of sales, payments, claims and searches. */
export default function ReportsPage() {
  const admin = useAdminPath()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const today = dayOf()
  const filter = readReport(params, today)
  const query = useQuery(reportOf(filter))
  /** Typing replaces the address, as in lists. */
  const show = (wanted: ReportFilter, isTyped = false) =>
    void navigate(admin.reports(reportParams(wanted)), { ...IN_PLACE, replace: isTyped })
  return (
    <>
      <ListHead title="Reportes">
        <RefreshButton refetch={query.refetch} words={{ done: 'Reporte actualizado', failed: FAILED }} />
      </ListHead>
      <ReportFilters filter={filter} today={today} onChange={show} />
      <AsyncList
        state={query}
        count={query.data && hasFigures(query.data) ? query.data.rows.length : 0}
        countText={query.data ? `${rowsText(query.data)} · ${periodText(query.data)}` : ''}
        skeleton={<RowSkeletons list="stack-4" row="report-skeleton" count={3} />}
        empty={query.data && <Empty report={query.data} />}
        errorText={FAILED}
      >
        {query.data && <Shown report={query.data} filter={filter} today={today} />}
      </AsyncList>
    </>
  )
}

function hasFigures({ kind, basis, totals }: Report): boolean {
  return measuresOf(kind, basis).some((measure) => (totals[measure] ?? 0) !== 0)
}

function Shown({ report, filter, today }: { report: Report; filter: ReportFilter; today: string }) {
  return (
    <div className="stack-4">
      <ReportTotals report={report} />
      <Panel
        title={report.kind === 'sales' ? 'En el tiempo' : 'Los primeros'}
        action={
          <DownloadButton path={csvPath(filter)} name={fileName(filter)}>
            Descargar CSV
          </DownloadButton>
        }
      >
        <ReportChart report={report} today={today} />
      </Panel>
      {report.kind === 'searches' && <TaughtWords report={report} />}
      <Notes report={report} />
      <ReportTable report={report} />
    </div>
  )
}

function Empty({ report }: { report: Report }) {
  return (
    <div className="stack-4">
      <EmptyState title={EMPTY[report.kind]} />
      {report.kind === 'searches' && <TaughtWords report={report} />}
      <Notes report={report} />
    </div>
  )
}

const EMPTY: Record<Report['kind'], string> = {
  sales: 'Nada en este período',
  products: 'No se vendió nada en este período',
  brands: 'No se vendió nada en este período',
  customers: 'Nada en este período',
  claims: 'No llegaron reclamos en este período',
  lots: 'No llegaron reclamos en este período',
  searches: 'No se buscó nada en este período',
}

function Notes({ report }: { report: Report }) {
  return (
    <section className="report-notes note" aria-label="Qué cuenta">
      <h2>Qué cuenta</h2>
      <ul>
        {notesOf(report).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  )
}

/** Most bars in a chart. */
const BARS = 12

/** Sales over time, or the top rows, by the first measure. */
function ReportChart({ report, today }: { report: Report; today: string }) {
  const [shown] = measuresOf(report.kind, report.basis)
  if (!shown) return null
  if (report.kind === 'sales') return <OverTime report={report} shown={shown} today={today} />
  const bars = report.rows
    .filter((row) => (row[shown] ?? 0) !== 0)
    .slice(0, BARS)
    .map((row) => ({
      key: row.key,
      label: row.label,
      value: row[shown] ?? 0,
      text: amountText(shown, row[shown]),
    }))
  if (bars.length === 0) return <p>Nada para mostrar: la tabla tiene los detalles.</p>
  return <BarChart bars={bars} sentence={chartSentence(report)} />
}

function OverTime({ report, shown, today }: { report: Report; shown: Measure; today: string }) {
  const { rows, from, to, group } = report
  const most = mostOf(report)
  const points = rows.map((row) => ({
    key: row.key,
    value: row[shown] ?? 0,
    short: shortAmount(row[shown] ?? 0),
    isOpen: row.key === KEY_OF[group](today),
  }))
  const hasOpen = points.some(({ isOpen, value }) => isOpen && value !== 0)
  return (
    <>
      <TimeChart
        points={points}
        sentence={chartSentence(report)}
        first={formatCalendarDay(from)}
        last={formatCalendarDay(to)}
        most={most ? `Máximo: ${amountText(shown, most[shown])} · ${most.label}` : ''}
      />
      {hasOpen && <p className="note">Lo rayado todavía no terminó.</p>}
    </>
  )
}

/** Totals of the period. */
function ReportTotals({ report }: { report: Report }) {
  const { kind, basis, totals } = report
  const { total = 0, orders = 0 } = totals
  const figures = measuresOf(kind, basis).map((measure) => ({
    name: MEASURE_LABEL[measure],
    text: amountText(measure, totals[measure]),
  }))
  if (kind === 'sales' && basis === 'ordered' && orders > 0)
    figures.push({ name: 'Promedio por pedido', text: formatPesos(Math.round(total / orders)) })
  return (
    <dl className="report-totals stack-3">
      {figures.map(({ name, text }) => (
        <div className="surface report-total" key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** All rows; collapsed on phones. */
function ReportTable({ report }: { report: Report }) {
  const [isOpen] = useState(() => matchMedia('(width >= 48rem)').matches)
  const measures = measuresOf(report.kind, report.basis)
  return (
    <details className="report-details" open={isOpen}>
      <summary>{`Tabla: ${rowsText(report)}`}</summary>
      <div className="admin-table-frame admin-table-cards">
        <table className="admin-table report-table">
          <caption className="visually-hidden">{`${REPORT_LABEL[report.kind]}, ${periodText(report)}`}</caption>
          <thead>
            <tr>
              <th scope="col">{REPORT_ROW[report.kind]}</th>
              {measures.map((measure) => (
                <th scope="col" className="admin-table-number" key={measure}>
                  {MEASURE_LABEL[measure]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                <Amounts measures={measures} amounts={row} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <Amounts measures={measures} amounts={report.totals} />
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  )
}

function Amounts({ measures, amounts }: { measures: readonly Measure[]; amounts: Report['totals'] }) {
  return measures.map((measure) => (
    <td key={measure} className="admin-table-number" data-label={MEASURE_LABEL[measure]}>
      {amountText(measure, amounts[measure])}
    </td>
  ))
}
