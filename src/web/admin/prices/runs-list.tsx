import { useQuery } from '@tanstack/react-query'
import type { PriceRun } from '../../../contract/catalog/price-runs.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { listPriceRuns, undoPriceRun } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { adminBrands } from '../brands/brands-query.ts'
import { formatMoment } from '../../shop/dates.ts'
import { PriceList, usePriceAction } from './price-list.tsx'
import { filterText, keptText, presentationsText, runTitle, sumsText } from './price-words.ts'

/** Changes of many prices, newest first, each with its undo. */
export function RunsList() {
  const undoing = useUndo()
  return (
    <PriceList
      name="runs"
      ask={(query, signal) => call(listPriceRuns, { query, signal })}
      ver="historial"
      said={undoing.said}
      rows={['cambio de precios', 'cambios de precios']}
      label="Cambios de precios"
      pages="Páginas de cambios"
      emptyText="Todavía no hay cambios de precios"
      errorText="Error al cargar los cambios de precios"
      skeletons={4}
      renderRow={(run) => <RunCard key={run.id} run={run} undoing={undoing} />}
    />
  )
}

function RunCard({ run, undoing }: { run: PriceRun; undoing: ReturnType<typeof useUndo> }) {
  const { data: brands = [] } = useQuery(adminBrands())
  const filter = filterText(run.filter, brands)
  return (
    <li className="surface price-run row-3">
      <div>
        <h2>{runTitle(run)}</h2>
        {filter !== undefined && <p>{filter}</p>}
        <p>{sumsText(run.changed, run.sum_old, run.sum_new)}</p>
        <p className="price-run-facts">{`#${run.id} · ${formatMoment(run.created_at)} · ${run.user}`}</p>
      </div>
      {run.undone_by === null ? (
        <UndoButton run={run} undoing={undoing} />
      ) : (
        <p className="price-run-facts">Deshecho</p>
      )}
    </li>
  )
}

const FAILED = 'Error al deshacer el cambio de precios'
const attempt = tabAttempt('undoAttempt', 'owner')

/** Undoes one run at a time; `said` is the result of the last. */
export function useUndo() {
  const { run, ...state } = usePriceAction(FAILED)
  const undo = ({ id }: Pick<PriceRun, 'id'>) =>
    run(id, async () => {
      const { run: made, kept } = await sendOnce(attempt, { undo: id }, (idempotencyKey) =>
        call(undoPriceRun, { params: { id }, idempotencyKey }),
      )
      showToast('success', 'Precios deshechos')
      const done = `Cambio #${id} deshecho: ${presentationsText(made.changed)}.`
      return kept.length === 0 ? done : `${done} ${keptText(kept)}`
    })
  return { undo, ...state }
}

interface UndoButtonProps {
  run: PriceRun
  undoing: ReturnType<typeof useUndo>
}

export function UndoButton({ run, undoing }: UndoButtonProps) {
  return (
    <BusyButton
      className="secondary"
      busy={undoing.busy === run.id}
      busyText="Deshaciendo…"
      onClick={() => void undoing.undo(run)}
    >
      Deshacer
      <span className="visually-hidden">{` el cambio #${run.id}`}</span>
    </BusyButton>
  )
}
