import type { Blocker } from 'react-router'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

/** The confirmation dialog for a navigation that `useLeaveGuard` blocks. */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
  return (
    <UnsavedDialog
      open={blocker.state === 'blocked'}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  )
}

interface UnsavedDialogProps {
  open: boolean
  onLeave: () => void
  onStay: () => void
}

export function UnsavedDialog({ open, onLeave, onStay }: UnsavedDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title="Hay cambios sin guardar"
      confirmText="Salir sin guardar"
      cancelText="Seguir editando"
      onConfirm={onLeave}
      onClose={onStay}
    >
      <p>Si salís de esta pantalla, los cambios se pierden.</p>
    </ConfirmDialog>
  )
}
