import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { RIGHTS_OF } from '../../../contract/accounts/roles.ts'
import { FACTOR_MISSING } from '../../../contract/accounts/second-factor-rules.ts'
import type { verifyPermissions } from '../../../contract/accounts/calls.ts'
import { type AnswerOf, Refusal } from '../../data/api.ts'
import { paths } from '../../app/paths.ts'
import { permissions } from '../../data/queries.ts'
import { readSession, type Session, useSession } from '../../session/session.ts'
import { signedOutOnServer, signOut } from '../../session/sign-out.ts'
import { leaveNothing } from '../../forms/kept-edits.ts'
import { showToast } from '../../ui/toast.tsx'
import type { Rights } from './rights.tsx'

const ADMINS_ONLY = 'Esa pantalla es de la administración de la tienda.'

interface Guard {
  session: Session | null
  /** Rights confirmed by the server within five minutes; undefined before, and for customers. */
  rights: Rights | undefined
  /** Signs out and goes to the shop. */
  leave: () => void
}

/**
 * Redirects: without a session to the login and back; without admin rights to the account, or to the second factor
 * setup. A failed check is retried once, then redirects to the account with the reason. A 401 is handled as in all
 * calls.
 */
export function useGuard(): Guard {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const onPurpose = useRef(false)
  const { data, error } = useQuery({
    ...permissions(session),
    retry: (failures, problem) => failures < 1 && !(problem instanceof Refusal && problem.status === 401),
  })
  const isAdmin = data && (data.is_staff || data.is_superuser) && data.permissions.can_access_admin
  const problem = !data && error && !isOver(error) ? error.message : undefined

  useEffect(() => {
    if (session || readSession() || onPurpose.current) return
    void navigate(paths.login(pathname + search), { replace: true })
  }, [session, navigate, pathname, search])

  const mustAddFactor = data?.permissions.must_add_factor === true
  const reason = isAdmin === false ? (mustAddFactor ? FACTOR_MISSING : ADMINS_ONLY) : undefined
  const sentAway =
    problem === undefined ? reason : `No se pudo comprobar el acceso a la administración: ${problem}`
  useEffect(() => {
    if (sentAway === undefined) return
    if (problem !== undefined) showToast('error', sentAway)
    const to = paths.account(mustAddFactor ? 'settings' : undefined)
    void navigate(to, { replace: true, state: { sentAway } })
  }, [sentAway, problem, mustAddFactor, navigate])

  const leave = async () => {
    onPurpose.current = true
    leaveNothing()
    signOut()
    // The shop is another document, whose login could not wait for it.
    await signedOutOnServer()
    await navigate(paths.home(), { replace: true })
  }
  return { session, rights: isAdmin ? rightsIn(data) : undefined, leave: () => void leave() }
}

/** Responses stored by the previous version have no role: their admins are owners. */
function rightsIn({ role, permissions }: Partial<AnswerOf<typeof verifyPermissions>>): Rights {
  return { role: role ?? 'owner', rights: permissions?.rights ?? RIGHTS_OF.owner }
}

function isOver(error: Error): boolean {
  return error instanceof Refusal && error.status === 401
}
