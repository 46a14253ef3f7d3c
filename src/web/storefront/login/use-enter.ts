import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { FACTOR_MISSING } from '../../../contract/accounts/second-factor-rules.ts'
import type { login } from '../../../contract/accounts/calls.ts'
import { paths } from '../../app/paths.ts'
import type { AnswerOf } from '../../data/api.ts'
import { signedIn, useSession } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'

/** `useEnter` for the login page, which a session of another tab redirects to the account. */
export function useLeave(target: string | undefined): Enter {
  const navigate = useNavigate()
  const session = useSession()
  const leaving = useRef(false)
  const enter = useEnter(target)
  useEffect(() => {
    if (session && !leaving.current) void navigate(paths.account(), { replace: true })
  }, [session, navigate])
  return (answer) => {
    leaving.current = true
    return enter(answer)
  }
}

type Enter = (answer: AnswerOf<typeof login>) => Promise<void>

/** Signs in with a response of the server and redirects. */
export function useEnter(target: string | undefined): Enter {
  const navigate = useNavigate()
  return async (answer) => {
    const { user } = answer
    const { can_access_admin: isAdmin, must_add_factor: mustAddFactor } = user.permissions
    signedIn(answer, { userId: user.id, username: user.username, isAdmin })
    await addWanted(user.id)
    if (mustAddFactor) {
      showToast('info', FACTOR_MISSING)
      return navigate(paths.account('settings'), { replace: true })
    }
    if (target && isBeneath(target)) return navigate(-1)
    await navigate(target ?? (isAdmin ? paths.adminProducts() : paths.account()), { replace: true })
  }
}

/** Loaded when needed; what cannot be loaded now stays wanted. */
async function addWanted(userId: number): Promise<void> {
  const code = await import('../cart/wanted-product.ts').catch(() => undefined)
  await code?.addWantedProduct(userId)
}

/**
 * Whether Back leads to this same address: pushing it again would make the first Back do nothing. Only within this
 * document, as one from the back/forward cache has no session. Older browsers cannot tell.
 */
function isBeneath(target: string): boolean {
  if (!('navigation' in window)) return false
  const { currentEntry } = navigation
  const beneath = currentEntry && navigation.entries()[currentEntry.index - 1]
  return beneath?.sameDocument === true && beneath.url === new URL(target, location.origin).href
}
