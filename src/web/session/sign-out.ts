import { forgetOrderDraft } from './order-draft.ts'
import { readRefreshToken, signedOut } from './session.ts'

/** Ends the session here at once, then on the server. Removes everything only this person could see; the cart stays. */
export function signOut(): void {
  const refresh = readRefreshToken()
  forgetOrderDraft()
  signedOut()
  if (refresh !== undefined) endOnServer(refresh)
}

/** Goes on after the page is left. Without a connection the session ends by its age. */
function endOnServer(refresh: string): void {
  void fetch('/api/auth/logout/', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  }).catch(() => undefined)
}
