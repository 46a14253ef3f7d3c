import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, Refusal } from '../../data/api.ts'
import type { Session } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { patchUserEverywhere, type User } from './users-query.ts'

export interface UserActivation {
  isBusy: (id: number) => boolean
  /** Why the last try with this account failed. */
  problemOf: (id: number) => string | undefined
  flip: (user: User) => void
}

/** Activates and deactivates accounts; what went wrong stays at the account until it is tried again. */
export function useUserActive(session: Session): UserActivation {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())

  const flip = async (user: User) => {
    const { id, username, is_active: wasActive } = user
    if (busy.has(id)) return
    setBusy((now) => new Set(now).add(id))
    setProblems((now) => new Map([...now].filter(([other]) => other !== id)))
    try {
      const saved = await call('patchUser', { params: { id }, body: { is_active: !wasActive } })
      patchUserEverywhere(queryClient, session, saved)
      showToast(
        'success',
        `Usuario ${username} ${saved.is_active ? 'activado' : 'desactivado'} correctamente`,
      )
    } catch (error) {
      const text = whyNot(error, 'Error al cambiar el estado del usuario')
      setProblems((now) => new Map(now).set(id, text))
      showToast('error', text)
    } finally {
      setBusy((now) => new Set([...now].filter((other) => other !== id)))
    }
  }
  return {
    isBusy: (id) => busy.has(id),
    problemOf: (id) => problems.get(id),
    flip: (user) => void flip(user),
  }
}

/** What the server says of it, else what was tried. */
export function whyNot(error: unknown, fallback: string): string {
  return error instanceof Refusal ? (error.body.error ?? `${fallback}. ${error.message}`) : fallback
}
