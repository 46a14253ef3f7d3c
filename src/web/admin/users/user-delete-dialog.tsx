import { useQueryClient } from '@tanstack/react-query'
import { deleteUser } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { withProof } from './proof.tsx'
import { whyNot } from './use-user-active.ts'
import { type User, userGone } from './users-query.ts'

interface UserDeleteDialogProps {
  user: User
  onClose: () => void
  onDeleted: () => void
}

/** Deleting an account requires typing its name. */
export function UserDeleteDialog({ user, onClose, onDeleted }: UserDeleteDialogProps) {
  const queryClient = useQueryClient()
  const gone = () => {
    onDeleted()
    userGone(queryClient, user.id)
  }
  return (
    <DeleteDialog
      title={`Eliminar a ${user.username}`}
      typedName={user.username}
      remove={() => withProof(() => call(deleteUser, { params: { id: user.id } }))}
      failed={(error) => whyNot(error, 'Error al eliminar el usuario')}
      done={`Usuario ${user.username} eliminado correctamente`}
      onDeleted={gone}
      onClose={onClose}
    >
      <p>
        Esta acción no se puede deshacer. Se eliminan la cuenta y todos los datos personales asociados. Los
        pedidos pendientes se cancelan y sus productos vuelven al stock, los ya entregados se completan; los
        pedidos quedan sin nombre.
      </p>
    </DeleteDialog>
  )
}
