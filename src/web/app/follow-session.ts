import type { QueryClient } from '@tanstack/react-query'
import type { DataRouter } from 'react-router'
import { SESSION_OVER } from '../../contract/accounts/session-over.ts'
import { permissions } from '../data/queries.ts'
import { setLoginMessage } from '../session/login-message.ts'
import { readSession, whenAudienceChanges, whenSessionIsOver } from '../session/session.ts'
import { muteErrorToasts } from '../ui/toast.tsx'
import { paths } from './paths.ts'

/** Keeps query cache, address and permissions in step with the session. Call it before React renders. */
export function followSession(queryClient: QueryClient, router: DataRouter): void {
  whenAudienceChanges((audience) => {
    queryClient.removeQueries({
      predicate: ({ queryKey: [of] }) => of !== 'anonymous' && of !== audience,
    })
  })
  let isLeaving = false
  whenSessionIsOver(() => {
    const { pathname, search } = window.location
    if (pathname === '/login') return
    isLeaving = true
    setLoginMessage(SESSION_OVER)
    void router.navigate(paths.login(pathname + search), { replace: true })
  })
  // Every refused call would show its own toast; the login page explains what happened.
  muteErrorToasts(() => isLeaving)
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') isLeaving = false
  })
  // The permissions in storage may be outdated.
  const session = readSession()
  if (session) void queryClient.prefetchQuery(permissions(session))
}
