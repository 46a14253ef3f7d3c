import { useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface DiscardOrSaveProps {
  form: { isDirty: boolean; isSaving: boolean; discard: () => void }
  className: string
  canSave: boolean
  /** What discarding does. */
  warning: string
}

/** The two buttons below a long form: back to what it was, after a question, or save. */
export function DiscardOrSave({ form, className, canSave, warning }: DiscardOrSaveProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <div className={className}>
        <button
          type="button"
          className="button secondary"
          disabled={!form.isDirty || form.isSaving}
          onClick={() => setIsAsking(true)}
        >
          Descartar
        </button>
        <BusyButton
          type="submit"
          busy={form.isSaving}
          busyText="Guardando…"
          disabled={!canSave}
          data-key="mod+s"
          aria-keyshortcuts="Control+S Meta+S"
          title="Guardar (Ctrl S)"
        >
          Guardar
        </BusyButton>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Descartar los cambios"
        confirmText="Descartar"
        cancelText="Seguir editando"
        onConfirm={() => {
          setIsAsking(false)
          form.discard()
        }}
        onClose={() => setIsAsking(false)}
      >
        <p>{warning}</p>
      </ConfirmDialog>
    </>
  )
}
