import { PERMISSIONS_CACHE_MS } from '../../contract/limits.ts'

/**
 * In the head of a page of the panel: asks for what the page shows first, and for the rights of the session when those
 * in storage are old, while the scripts come. Not when the token is due for renewal, not with a search, which the server
 * that names the call does not see, and not for a role without the right to it.
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
    const areKnown = Date.now() - timestamp < PERMISSIONS_CACHE_MS
    // Unknown in a browser that has just signed in.
    const mayRead = !permissions || permissions.includes(`"${needs}"`)
    const answers: Record<string, Promise<Response | undefined>> = {}
    for (const url of [!areKnown && '/api/auth/verify-permissions/', mayRead && ask]) {
      // Without an answer the page asks again.
      if (url) answers[url] = fetch(url, { headers }).catch(() => undefined)
    }
    window.asked = { access, answers }
  }
} catch {
  // Storage is blocked or unreadable: the page asks by itself.
}
