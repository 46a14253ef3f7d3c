import { formatCalendarDay } from '../../shop/dates.ts'
import { KEY_OF } from '../../../contract/reports/periods.ts'
import { type Measure, measuresOf } from '../../../contract/reports/report-rules.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { amountText, chartSentence, mostOf, shortAmount } from './report-words.ts'

/** Most bars in a chart. */
const BARS = 12

/** Sales over time, or the top rows, by the first measure. */
export function ReportChart({ report, today }: { report: Report; today: string }) {
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
      {hasOpen && <p className="report-open">Lo rayado todavía no terminó.</p>}
    </>
  )
}
