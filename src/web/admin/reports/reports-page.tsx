import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { measuresOf } from '../../../contract/reports/report-rules.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { dayOf } from '../../shop/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { DownloadButton } from '../shell/download-button.tsx'
import { Panel } from '../shell/panel.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { readReport, type ReportFilter, reportParams } from './report-address.ts'
import { ReportChart } from './report-chart.tsx'
import { ReportFilters } from './report-filters.tsx'
import { csvPath, reportOf } from './report-query.ts'
import { TaughtWords } from './taught-words.tsx'
import { ReportTable, ReportTotals } from './report-table.tsx'
import { fileName, notesOf, periodText, rowsText } from './report-words.ts'
import '../kit/list-filters.css'
import './reports-page.css'

const FAILED = 'Error al cargar el reporte'

/** Reports of sales, payments, claims and searches. */
export function ReportsPage() {
  const admin = useAdminPath()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const today = dayOf()
  const filter = readReport(params, today)
  const query = useQuery(reportOf(filter))
  const show = (wanted: ReportFilter) =>
    void navigate(admin.reports(reportParams(wanted)), { replace: true, preventScrollReset: true })
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
        skeleton={<RowSkeletons list="report" row="report-skeleton" count={3} />}
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
    <div className="report">
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
    <div className="report">
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
    <section className="report-notes" aria-label="Qué cuenta">
      <h2>Qué cuenta</h2>
      <ul>
        {notesOf(report).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  )
}
