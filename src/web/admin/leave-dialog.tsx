import type { Blocker } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** What `useLeaveGuard` held back: stay, or leave and lose it. */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Hay cambios sin guardar"
      confirmText="Salir sin guardar"
      cancelText="Seguir editando"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>Si se sale de esta pantalla, los cambios se pierden.</p>
    </ConfirmDialog>
  )
}
