import { Link, useSearchParams } from 'react-router'
import type { PriceRun, PriceSchedule } from '../../../contract/catalog/price-runs.ts'
import { FormSummary } from '../../forms/form-summary.tsx'
import { LeaveDialog } from '../../forms/leave-dialog.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { ListHead } from '../kit/list-head.tsx'
import { ViewLinks } from '../kit/view-links.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { FilterPanel, RulePanel, TimePanel } from './price-form.tsx'
import { ApplyBar, PricePreview } from './price-preview.tsx'
import { RunsList, SchedulesList, UndoButton, useUndo } from './price-lists.tsx'
import { presentationsText } from './price-words.ts'
import { Sheets } from './sheets.tsx'
import { usePriceForm } from './use-price-form.ts'
import '../../forms/forms.css'
import './prices-page.css'

const VIEWS = [
  { ver: undefined, name: 'Cambiar', View: ChangePrices },
  { ver: 'programados', name: 'Programados', View: SchedulesList },
  { ver: 'historial', name: 'Historial', View: RunsList },
  { ver: 'planilla', name: 'Planilla', View: Sheets },
] as const

export default function PricesPage() {
  const [params] = useSearchParams()
  const view = VIEWS.find(({ ver }) => ver === params.get('ver')) ?? VIEWS[0]
  const admin = useAdminPath()
  return (
    <>
      <ListHead title="Precios">{null}</ListHead>
      <div className="price-views">
        <ViewLinks
          label="Vistas de precios"
          links={VIEWS.map(({ ver, name }) => ({
            name,
            to: admin.prices({ ver }),
            isShown: name === view.name,
          }))}
        />
      </div>
      <view.View />
    </>
  )
}

/** Changes many prices by a rule, with a preview. */
function ChangePrices() {
  const form = usePriceForm()
  return (
    <>
      <form className="prices" noValidate aria-label="Cambiar precios" onSubmit={form.onSubmit}>
        <FormSummary form={form} />
        {form.done && 'run' in form.done && <Done key={form.done.run.id} run={form.done.run} />}
        {form.done && 'schedule' in form.done && <Planned schedule={form.done.schedule} />}
        <div className="prices-columns stack-4">
          <div className="prices-rule stack-4">
            <RulePanel form={form} />
            <FilterPanel form={form} />
            <TimePanel form={form} />
          </div>
          <PricePreview form={form} />
        </div>
        <ApplyBar form={form} />
      </form>
      <LeaveDialog blocker={form.blocker} />
    </>
  )
}

/** The focused button is gone or disabled. */
function focus(words: HTMLOutputElement | null): void {
  words?.focus()
}

function Done({ run }: { run: PriceRun }) {
  const undoing = useUndo()
  return (
    <div className="price-done">
      <output key={undoing.said} ref={focus} tabIndex={-1}>
        {undoing.said || `Listo: cambió el precio de ${presentationsText(run.changed)}.`}
      </output>
      {undoing.said === '' && <UndoButton run={run} undoing={undoing} />}
    </div>
  )
}

function Planned({ schedule }: { schedule: PriceSchedule }) {
  const admin = useAdminPath()
  return (
    <div className="price-done">
      <output ref={focus} tabIndex={-1}>
        {`Listo: ${presentationsText(schedule.count)} cambian el ${formatMoment(schedule.apply_at)}.`}
      </output>
      <Link className="button secondary" to={admin.prices({ ver: 'programados' })}>
        Ver los programados
      </Link>
    </div>
  )
}
