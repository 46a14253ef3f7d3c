import type { PriceRun } from '../../../contract/catalog/price-runs.ts'
import { undoPriceRun } from '../../../contract/catalog/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { keptText, presentationsText } from './price-words.ts'
import { usePriceAction } from './use-price-action.ts'

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
