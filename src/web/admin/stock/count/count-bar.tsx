import { useState } from 'react'
import { countName } from '../../../../contract/catalog/stock-rules.ts'
import type { StockCount } from '../../../../contract/catalog/stock-counts.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { applyText, countText, unsavedText } from './count-words.ts'
import type { CountLines, CountSteps } from './use-count.ts'
import '../../../forms/forms.css'

interface CountBarProps {
  count: StockCount
  lines: CountLines
  steps: CountSteps
}

/** Progress of the count, with buttons to close or discard it. */
export function CountBar({ count, lines, steps }: CountBarProps) {
  const [asking, setAsking] = useState<'apply' | 'discard'>()
  const close = () => setAsking(undefined)
  const hasFailed = lines.failed.length > 0
  // Otherwise the dialog would reopen while the failed row is typed again.
  if (hasFailed && asking === 'apply') close()
  return (
    <div className="save-bar" data-bottom-bar>
      <output className="strong">{hasFailed ? unsavedText(lines.failed) : countText(count)}</output>
      <div className="save-bar-actions">
        <button type="button" className="button secondary" onClick={() => setAsking('discard')}>
          Descartar
        </button>
        <BusyButton
          busy={steps.isBusy}
          disabled={count.lines === 0 || hasFailed}
          onClick={() => setAsking('apply')}
        >
          {applyText(count)}
        </BusyButton>
      </div>
      {asking === 'apply' && <ApplyDialog {...{ count, lines, steps }} onClose={close} />}
      {asking === 'discard' && <DiscardDialog {...{ count, steps }} onClose={close} />}
    </div>
  )
}

function ApplyDialog({ count, lines, steps, onClose }: CountBarProps & { onClose: () => void }) {
  return (
    <ConfirmDialog
      open
      title={`¿${applyText(count)}?`}
      confirmText={count.differing === 0 ? 'Cerrar' : 'Aplicar'}
      danger={false}
      busy={steps.isBusy}
      blocked={lines.isSaving}
      error={steps.failure?.text}
      errorNote={steps.failure?.reason}
      onConfirm={() => steps.apply(count.id)}
      onClose={onClose}
    >
      <p>Lo que se vendió desde que se contó sigue vendido. El recuento queda cerrado.</p>
    </ConfirmDialog>
  )
}

type DiscardDialogProps = Omit<CountBarProps, 'lines'> & { onClose: () => void }

function DiscardDialog({ count, steps, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open
      title={`¿Descartar el ${countName(count.id).toLowerCase()}?`}
      confirmText="Descartar"
      busy={steps.isBusy}
      error={steps.failure?.text}
      errorNote={steps.failure?.reason}
      onConfirm={() => steps.discard(count.id)}
      onClose={onClose}
    >
      <p>El stock no cambia. Lo contado queda en la lista de recuentos, sin aplicar.</p>
    </ConfirmDialog>
  )
}
