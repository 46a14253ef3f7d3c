import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { showToast } from '../ui/toast.tsx'
import { whyNot } from './use-user-active.ts'
import { type User, userGone } from './users-query.ts'

interface UserDeleteDialogProps {
  session: Session
  /** Undefined: closed. */
  user: User | undefined
  onClose: () => void
  onDeleted: () => void
}

/** Whoever deletes an account writes its name first. */
export function UserDeleteDialog({ session, user, onClose, onDeleted }: UserDeleteDialogProps) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isMeant = user !== undefined && typed.trim() === user.username
  const close = () => {
    setTyped('')
    setProblem(undefined)
    onClose()
  }
  const remove = async () => {
    if (!isMeant || isBusy) return
    setIsBusy(true)
    try {
      await call('deleteUser', { params: { id: user.id } }).catch(unlessGone)
      showToast('success', `Usuario ${user.username} eliminado correctamente`)
      close()
      onDeleted()
      userGone(queryClient, session, user.id)
    } catch (error) {
      const text = whyNot(error, 'Error al eliminar el usuario')
      setProblem(text)
      showToast('error', text)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={user !== undefined}
      title={`Eliminar a ${user?.username}`}
      confirmText="Eliminar"
      busyText="Eliminando…"
      busy={isBusy}
      blocked={!isMeant}
      error={problem}
      onConfirm={() => void remove()}
      onClose={close}
    >
      <p>
        Esta acción no se puede deshacer. Se eliminan la cuenta y todos los datos personales asociados. Los
        pedidos pendientes se cancelan y sus productos vuelven al stock; los demás pedidos quedan sin nombre.
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void remove()
        }}
      >
        <Field
          label={`Para confirmar, escribir ${user?.username}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </ConfirmDialog>
  )
}

/** Somebody else was faster: it is gone, which is what was wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error
}
