import { useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

export interface DiscardOrSaveProps {
  form: { isDirty: boolean; isBusy: boolean; restart: () => void }
  className: string
  canSave: boolean
  /** The question's text about what is lost. */
  warning: string
}

/** The two buttons below a long form. Discarding asks for confirmation. */
export function DiscardOrSave({ form, className, canSave, warning }: DiscardOrSaveProps) {
  return (
    <div className={className}>
      <DiscardButton form={form} warning={warning} />
      <BusyButton
        type="submit"
        busy={form.isBusy}
        busyText="Guardando…"
        disabled={!canSave}
        data-key="mod+s"
        aria-keyshortcuts="Control+S Meta+S"
        title="Guardar (Ctrl S)"
      >
        Guardar
      </BusyButton>
    </div>
  )
}

/** Asks for confirmation. */
export function DiscardButton({ form, warning }: Pick<DiscardOrSaveProps, 'form' | 'warning'>) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button secondary"
        disabled={!form.isDirty || form.isBusy}
        onClick={() => setIsAsking(true)}
      >
        Descartar
      </button>
      <ConfirmDialog
        open={isAsking}
        title="Descartar los cambios"
        confirmText="Descartar"
        cancelText="Seguir editando"
        onConfirm={() => {
          setIsAsking(false)
          form.restart()
        }}
        onClose={() => setIsAsking(false)}
      >
        <p>{warning}</p>
      </ConfirmDialog>
    </>
  )
}
