import type { QueryClient } from '@tanstack/react-query'
import { call } from './api.ts'
import { forgetOrderDraft } from './order-draft.ts'
import { signedOut } from './session.ts'

/**
 * Ends the session here at once and on the server as soon as it answers. Whatever only this person could see goes; the
 * cart stays.
 */
export async function signOut(queryClient: QueryClient): Promise<void> {
  try {
    await call('logout', { body: {} })
  } catch {
    // Without a connection the session ends here; on the server it ends by itself.
  }
  forgetOrderDraft()
  signedOut()
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'anonymous' })
}
