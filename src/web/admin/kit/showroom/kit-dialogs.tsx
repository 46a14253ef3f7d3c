import { useState } from 'react'
import { DiscardOrSave } from '../../../forms/discard-or-save.tsx'
import { UnsavedDialog } from '../../../forms/leave-dialog.tsx'
import { MergeDialog } from '../../../forms/merge-dialog.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'

const NAMES = {
  plain: 'Diálogo',
  confirm: 'Pregunta',
  danger: 'Pregunta peligrosa, con error',
  busy: 'Pregunta en curso',
  remove: 'Borrar con nombre',
  leave: 'Cambios sin guardar',
  merge: 'Dos personas editaron',
}
type Name = keyof typeof NAMES

/** Each dialog behind a button. */
export function Dialogs() {
  const [open, setOpen] = useState<Name>()
  const close = () => setOpen(undefined)
  return (
    <div className="kit-row">
      {Object.entries(NAMES).map(([name, title]) => (
        <button key={name} type="button" className="button secondary" onClick={() => setOpen(name as Name)}>
          {title}
        </button>
      ))}
      <Dialog open={open === 'plain'} onClose={close} title={NAMES.plain}>
        <p>Con su título y su botón para cerrar.</p>
      </Dialog>
      <Questions open={open} onClose={close} />
      <UnsavedDialog open={open === 'leave'} onLeave={close} onStay={close} />
      <MergeDialog
        title={NAMES.merge}
        backText="Volver a la edición"
        merge={{ question: open === 'merge' ? MERGE : undefined, answer: close, dismiss: close }}
      />
      <DiscardOrSave
        form={{ isDirty: true, isBusy: false, restart: () => {} }}
        className="kit-row"
        canSave
        warning="Se pierde lo escrito."
      />
    </div>
  )
}

const MERGE = {
  conflicts: [{ id: 'name', label: 'Nombre', mine: 'Yerba Mora', theirs: 'Yerba mora' }],
  taken: ['Stock: 12'],
}

function Questions({ open, onClose }: { open: Name | undefined; onClose: () => void }) {
  const question = { confirmText: 'Aceptar', onConfirm: onClose, onClose }
  return (
    <>
      <ConfirmDialog {...question} open={open === 'confirm'} title={NAMES.confirm}>
        <p>¿Seguimos?</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...question}
        open={open === 'danger'}
        title={NAMES.danger}
        danger
        error="No se pudo borrar."
      >
        <p>Esto no se puede deshacer.</p>
      </ConfirmDialog>
      <ConfirmDialog {...question} open={open === 'busy'} title={NAMES.busy} busy busyText="Guardando…">
        <p>Se cierra con Recargar la página.</p>
      </ConfirmDialog>
      {open === 'remove' && (
        <DeleteDialog
          title={NAMES.remove}
          typedName="Yerba Mora"
          remove={() => Promise.reject(new Error('Tiene pedidos.'))}
          failed="No se pudo borrar"
          done="Borrado"
          onDeleted={onClose}
          onClose={onClose}
        >
          <p>Para borrarlo hay que escribir su nombre.</p>
        </DeleteDialog>
      )}
    </>
  )
}

const TOASTS = {
  success: 'Guardado',
  info: 'Hay datos nuevos',
  warning: 'Queda poco stock',
  error: 'No se pudo guardar',
} as const

export function Toasts() {
  return (
    <div className="kit-row">
      {Object.entries(TOASTS).map(([kind, text]) => (
        <button
          key={kind}
          type="button"
          className="button secondary"
          onClick={() => showToast(kind as keyof typeof TOASTS, text)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
