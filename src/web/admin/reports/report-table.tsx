import { useState } from 'react'
import { formatPesos } from '../../../contract/money.ts'
import {
  type Measure,
  MEASURE_LABEL,
  measuresOf,
  REPORT_LABEL,
  REPORT_ROW,
} from '../../../contract/reports/report-rules.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { amountText, periodText, rowsText } from './report-words.ts'
import '../kit/lists.css'

/** Totals of the period. */
export function ReportTotals({ report }: { report: Report }) {
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
export function ReportTable({ report }: { report: Report }) {
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
