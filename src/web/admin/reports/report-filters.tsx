import { useState } from 'react'
import {
  hasBasis,
  periodError,
  REPORT_BASES,
  REPORT_BASIS_LABEL,
  REPORT_GROUP_LABEL,
  REPORT_GROUPS,
  REPORT_KINDS,
  REPORT_LABEL,
} from '../../../contract/reports/report-rules.ts'
import { Field } from '../../ui/form/field.tsx'
import { isDay } from '../kit/list-address.ts'
import { ViewLinks } from '../kit/view-links.tsx'
import { Segmented } from '../shell/segmented.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { PERIODS, type ReportFilter, reportParams, usualGroup } from './report-address.ts'

interface FiltersProps {
  filter: ReportFilter
  today: string
  onChange: (filter: ReportFilter, isTyped?: boolean) => void
}

/** Kind and period of the report. */
export function ReportFilters({ filter, today, onChange }: FiltersProps) {
  return (
    <div className="admin-filters stack-3">
      <Kinds filter={filter} />
      <Periods filter={filter} today={today} />
      <div className="report-choices row-3">
        <CustomPeriod filter={filter} today={today} onChange={onChange} />
        {filter.kind === 'sales' && (
          <Segmented
            legend="Agrupar por"
            name="group"
            choices={REPORT_GROUPS.map((value) => ({ value, label: REPORT_GROUP_LABEL[value] }))}
            value={filter.group}
            onChange={(group) => onChange({ ...filter, group })}
          />
        )}
        {hasBasis(filter.kind) && (
          <Segmented
            legend="Contar"
            name="basis"
            choices={REPORT_BASES.map((value) => ({ value, label: REPORT_BASIS_LABEL[value] }))}
            value={filter.basis}
            onChange={(basis) => onChange({ ...filter, basis })}
          />
        )}
      </div>
    </div>
  )
}

function Kinds({ filter }: { filter: ReportFilter }) {
  const admin = useAdminPath()
  const links = REPORT_KINDS.map((kind) => {
    const basis = hasBasis(kind) ? filter.basis : 'ordered'
    return {
      name: REPORT_LABEL[kind],
      to: admin.reports(reportParams({ ...filter, kind, basis })),
      isShown: kind === filter.kind,
    }
  })
  return <ViewLinks label="Reportes" links={links} />
}

function Periods({ filter, today }: { filter: ReportFilter; today: string }) {
  const admin = useAdminPath()
  // On some days two names are of the same period.
  const shown = PERIODS.find(({ of }) => of(today).join() === [filter.from, filter.to].join())
  const links = PERIODS.map((period) => {
    const { name, of } = period
    const [from, to] = of(today)
    return {
      name,
      to: admin.reports(reportParams({ ...filter, from, to, group: usualGroup(from, to) })),
      isShown: period === shown,
    }
  })
  return <ViewLinks label="Períodos" links={links} />
}

/** Two days; applied once both are valid. */
function CustomPeriod({ filter, today, onChange }: FiltersProps) {
  const { typed, setTyped, setSent } = useTypedPeriod(filter)
  const errors: { from?: string; to?: string } =
    isDay(typed.from) && isDay(typed.to) ? (periodError(typed.from, typed.to) ?? {}) : {}
  const type = (more: Partial<typeof typed>) => {
    const { from, to } = { ...typed, ...more }
    setTyped({ from, to })
    if (!isDay(from) || !isDay(to) || periodError(from, to)) return
    setSent({ from, to })
    onChange({ ...filter, from, to, group: usualGroup(from, to) }, true)
  }
  return (
    <>
      <Field
        label="Desde"
        type="date"
        max={today}
        value={typed.from}
        error={errors.from}
        onChange={(event) => type({ from: event.target.value })}
      />
      <Field
        label="Hasta"
        type="date"
        value={typed.to}
        error={errors.to}
        onChange={(event) => type({ to: event.target.value })}
      />
    </>
  )
}

type Period = Pick<ReportFilter, 'from' | 'to'>

/** A period in the address that is not an echo of the typed one, such as that of a link, fills the fields. */
function useTypedPeriod({ from, to }: Period) {
  const [typed, setTyped] = useState<Period>({ from, to })
  const [sent, setSent] = useState(typed)
  const [known, setKnown] = useState(typed)
  const isShown = (period: Period) => period.from === from && period.to === to
  if (!isShown(known)) {
    setKnown({ from, to })
    if (!isShown(sent)) {
      setSent({ from, to })
      setTyped({ from, to })
    }
  }
  return { typed, setTyped, setSent }
}
