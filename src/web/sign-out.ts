import { forgetOrderDraft } from './order-draft.ts'
import { readRefreshToken, signedOut } from './session.ts'

/**
 * Ends the session here at once, whatever the connection, and then on the server. Whatever only this person could see
 * goes; the cart stays.
 */
export function signOut(): void {
  const refresh = readRefreshToken()
  forgetOrderDraft()
  signedOut()
  if (refresh !== null) tellServer(refresh)
}

/** Outlives the page. Without a connection the session ends by itself. */
function tellServer(refresh: string): void {
  void fetch('/api/auth/logout/', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  }).catch(() => undefined)
}
