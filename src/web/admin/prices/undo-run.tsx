import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PriceRun } from '../../../contract/catalog/price-runs.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { keptText, presentationsText } from './price-words.ts'
import { pricesChanged } from './prices-query.ts'

const FAILED = 'Error al deshacer el cambio de precios'
const attempt = tabAttempt('undoAttempt', 'owner')

/** Undoes one run at a time; `said` is the result of the last. */
export function useUndo() {
  const client = useQueryClient()
  const [busy, setBusy] = useState<number>()
  const [said, setSaid] = useState('')
  const undo = async ({ id }: Pick<PriceRun, 'id'>) => {
    if (busy !== undefined) return
    setBusy(id)
    try {
      const { run, kept } = await sendOnce(attempt, { undo: id }, (idempotencyKey) =>
        call('undoPriceRun', { params: { id }, idempotencyKey }),
      )
      const done = `Cambio #${id} deshecho: ${presentationsText(run.changed)}.`
      setSaid(kept.length === 0 ? done : `${done} ${keptText(kept)}`)
      showToast('success', 'Precios deshechos')
    } catch (error) {
      setSaid(`${FAILED}. ${error instanceof Error ? error.message : ''}`)
      showToast('error', FAILED)
    } finally {
      setBusy(undefined)
      pricesChanged(client)
    }
  }
  return { undo, busy, said }
}

interface UndoButtonProps {
  run: PriceRun
  undoing: ReturnType<typeof useUndo>
}

export function UndoButton({ run, undoing }: UndoButtonProps) {
  return (
    <BusyButton
      className="button secondary"
      busy={undoing.busy === run.id}
      busyText="Deshaciendo…"
      onClick={() => void undoing.undo(run)}
    >
      Deshacer
      <span className="visually-hidden">{` el cambio #${run.id}`}</span>
    </BusyButton>
  )
}
