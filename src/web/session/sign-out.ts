import { forgetOrderDraft } from './order-draft.ts'
import { readRefreshToken, signedOut } from './session.ts'

/** Ends the session here at once, then on the server. Removes everything only this user could see; the cart stays. */
export function signOut(): void {
  const refresh = readRefreshToken()
  forgetOrderDraft()
  signedOut()
  if (refresh !== undefined) endOnServer(refresh)
}

/** Continues after the page is left. Without a connection the session expires by itself. */
function endOnServer(refresh: string): void {
  void fetch('/api/auth/logout/', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  }).catch(() => undefined)
}
