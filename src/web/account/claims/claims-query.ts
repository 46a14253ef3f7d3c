import { queryOptions } from '@tanstack/react-query'
import { CLAIMS_FORBIDDEN } from '../../../contract/warranty/warranty-status.ts'
import { listClaims } from '../../../contract/warranty/calls.ts'
import { call } from '../../data/api.ts'
import { withLoginMessage } from '../../session/login-message.ts'
import { audienceKey, type Session } from '../../session/session.ts'

/** Its photos' addresses are valid for ten minutes, so the list is refetched before that. */
const PHOTOS_HOLD_MS = 8 * 60_000

/** The claims of the signed-in user, newest first. */
export const myClaims = (session: Session | null) =>
  queryOptions({
    queryKey: [audienceKey(session), 'my-claims'],
    queryFn: async ({ signal }) => {
      const asked = call(listClaims, { query: { user: 'current' }, signal })
      const answer = await withLoginMessage(CLAIMS_FORBIDDEN, asked)
      return Array.isArray(answer) ? answer : answer.results
    },
    enabled: session !== null,
    staleTime: PHOTOS_HOLD_MS,
    refetchInterval: PHOTOS_HOLD_MS,
  })
