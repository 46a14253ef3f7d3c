import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listSessions } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { audienceKey, readSession, type Session } from '../../session/session.ts'

export const openSessions = (session: Session | null) =>
  queryOptions({
    queryKey: [audienceKey(session), 'sessions'],
    queryFn: ({ signal }) => call(listSessions, { signal }),
    refetchOnWindowFocus: true,
  })

/** Call it after a change that ends all sessions. */
export function sessionsChanged(queryClient: QueryClient): void {
  void queryClient.invalidateQueries(openSessions(readSession()))
}
