import { showToast } from '../ui/toast.tsx'
import { forgetOrderDraft } from './order-draft.ts'
import { readRefreshToken, signedOut } from './session.ts'

/** Ends the session here at once, then on the server. Removes everything only this user could see; the cart stays. */
export function signOut(): void {
  const refresh = readRefreshToken()
  forgetOrderDraft()
  signedOut()
  showToast('info', 'Sesión cerrada')
  if (refresh !== undefined) endOnServer(refresh)
}

/** The response removes the key cookie, so the next login waits for it. */
let ending: Promise<unknown> = Promise.resolve()
export async function signedOutOnServer(): Promise<void> {
  await ending
}

const PATIENCE_MS = 5_000

/** Continues after the page is left. Without a connection the session expires by itself. */
function endOnServer(refresh: string): void {
  ending = fetch('/api/auth/logout/', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => undefined)
}
