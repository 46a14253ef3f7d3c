import type { ReactNode } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'

interface FormActionsProps {
  isBusy: boolean
  submitText: string
  busyText: string
  /** Disables the submit button, for example until the data are loaded. */
  waits?: boolean
  onCancel: () => void
  /** Before the buttons. */
  children?: ReactNode
}

/** The buttons below the form of a dialog. */
export function FormActions({ isBusy, submitText, busyText, waits, onCancel, children }: FormActionsProps) {
  return (
    <div className="dialog-actions">
      {children}
      <button
        type="button"
        className="button secondary"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && onCancel()}
      >
        Cancelar
      </button>
      <BusyButton type="submit" busy={isBusy} busyText={busyText} disabled={waits}>
        {submitText}
      </BusyButton>
    </div>
  )
}
