import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'
import { carryingToLogin } from '../carried-to-login.ts'
import { audienceKey, type Session } from '../session.ts'

export const CLAIMS_FORBIDDEN = 'No tienes permisos para ver las solicitudes de garantía'

/** The addresses of its photos hold for ten minutes, so the list is asked for again before that. */
const PHOTOS_HOLD_MS = 8 * 60_000

/** The claims of the signed-in person, newest first. */
export const myClaims = (session: Session | null) =>
  queryOptions({
    queryKey: [audienceKey(session), 'my-claims'],
    queryFn: async ({ signal }) => {
      const asked = call('listClaims', { query: { user: 'current' }, signal })
      const answer = await carryingToLogin(CLAIMS_FORBIDDEN, asked)
      return Array.isArray(answer) ? answer : answer.results
    },
    enabled: session !== null,
    staleTime: PHOTOS_HOLD_MS,
    refetchInterval: PHOTOS_HOLD_MS,
  })
