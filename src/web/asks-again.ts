import { isRouteErrorResponse } from 'react-router'
import type { PageState } from './query-client.ts'
import type { Session } from './session.ts'

/**
 * The server draws for nobody in particular: to it a product that is not available does not exist. An admin, who may
 * see it, asks again.
 */
export function asksAgain(errors: PageState['errors'], pathname: string, session: Session | null): boolean {
  if (!session?.isAdmin || !pathname.startsWith('/producto/')) return false
  return Object.values(errors ?? {}).some((error) => isRouteErrorResponse(error) && error.status === 404)
}
