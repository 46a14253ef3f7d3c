import { PERMISSIONS_CACHE_MS } from '../../contract/limits.ts'

const RIGHTS = '/api/auth/verify-permissions/'

/**
 * In the head of a page of the panel: asks for what the page shows first, and before it for the rights of the session
 * when those in storage are old, while the scripts come. Not when the token is due for renewal, not with a search, which
 * the server that names the call does not see, and not for a role without the right to it.
 */
try {
  const { ask = '', needs } = document.currentScript?.dataset ?? {}
  const {
    accessToken: access,
    refreshToken,
    renewAccessAt,
    isAdmin,
    permissions,
  } = localStorage as Record<string, string | undefined>
  const isFresh = !refreshToken || Number(renewAccessAt) > Date.now()
  if (access && isAdmin === 'true' && isFresh && !location.search) {
    const headers = { accept: 'application/json', authorization: `Bearer ${access}` }
    const { timestamp = 0 } = JSON.parse(permissions ?? '{}') as { timestamp?: number }
    // Without an answer the page asks again.
    const answerOf = (url: string) => fetch(url, { headers }).catch(() => undefined)
    const answers: Record<string, Promise<Response | undefined>> = {}
    if (Date.now() - timestamp >= PERMISSIONS_CACHE_MS) answers[RIGHTS] = answerOf(RIGHTS)
    // None are stored in a browser that has just signed in.
    const rights = Promise.resolve(permissions ?? answers[RIGHTS]?.then((answer) => answer?.clone().text()))
    answers[ask] = rights.then((text) => (text?.includes(`"${needs}"`) ? answerOf(ask) : undefined))
    window.asked = { access, answers }
  }
} catch {
  // Storage is blocked or unreadable: the page asks by itself.
}
