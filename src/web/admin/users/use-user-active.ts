import { useQueryClient } from '@tanstack/react-query'
import { patchUser } from '../../../contract/accounts/calls.ts'
import { call, Refusal } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { type Problem, withReason } from '../kit/problem.tsx'
import { useRowChanges } from '../kit/use-row-changes.ts'
import { withProof } from './proof.tsx'
import { patchUserEverywhere, type User } from './users-query.ts'

export type UserActivation = ReturnType<typeof useUserActive>

/** Activates and deactivates accounts. */
export function useUserActive() {
  const queryClient = useQueryClient()
  const { change, isBusy, problemOf } = useRowChanges()
  const flip = async ({ id, username, is_active }: User) => {
    const saved = await withProof(() => call(patchUser, { params: { id }, body: { is_active: !is_active } }))
    patchUserEverywhere(queryClient, saved)
    showToast('success', `Usuario ${username} ${saved.is_active ? 'activado' : 'desactivado'} correctamente`)
  }
  return {
    isBusy,
    problemOf,
    flip: (user: User) =>
      change({
        id: user.id,
        run: () => flip(user),
        problemOf: (error) => whyNot(error, 'Error al cambiar el estado del usuario'),
      }),
  }
}

/** The server's text, else the fallback. */
export function whyNot(error: unknown, fallback: string): Problem {
  const said = error instanceof Refusal ? error.body.error : undefined
  return said === undefined ? withReason(fallback, error) : { text: said }
}
