import { useRef, type ReactNode } from 'react'
import { BusyButton } from '../busy-button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorPanel } from '../error-panel.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: ReactNode
  /** What will happen, in one or two sentences. */
  children: ReactNode
  confirmText: string
  cancelText?: string
  busyText?: string
  /** A red button, for what cannot be undone. True by default. */
  danger?: boolean
  busy?: boolean
  /** Disables the confirm button, e.g. until a name is typed. */
  blocked?: boolean
  error?: string | undefined
  errorNote?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation. The safe button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmText, cancelText = 'Volver', onConfirm, onClose } = props
  const { busyText = 'Procesando…', danger = true, busy = false, blocked = false, error, errorNote } = props
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      busy={busy}
      initialFocus={safe}
      className="confirm-dialog"
    >
      {children}
      {error && <ErrorPanel title={error} note={errorNote} />}
      <div className="dialog-actions">
        <button
          type="button"
          className="button secondary"
          ref={safe}
          aria-disabled={busy || undefined}
          onClick={() => !busy && onClose()}
        >
          {cancelText}
        </button>
        <BusyButton
          busy={busy}
          busyText={busyText}
          className={danger ? 'danger' : 'primary'}
          disabled={blocked}
          onClick={onConfirm}
        >
          {confirmText}
        </BusyButton>
      </div>
    </Dialog>
  )
}
