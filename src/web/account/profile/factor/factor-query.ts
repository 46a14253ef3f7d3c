import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../data/api.ts'
import { permissions } from '../../../data/queries.ts'
import { audienceKey, clearCaches, readSession, type Session } from '../../../session/session.ts'

export type FactorState = AnswerOf<'readSecondFactor'>

export const secondFactor = (session: Session) =>
  queryOptions({
    queryKey: [audienceKey(session), 'second-factor'],
    queryFn: ({ signal }) => call('readSecondFactor', { signal }),
  })

/** The rights of staff may begin and end with the second factor: what was kept of them, here and in storage, is asked for again. */
export async function refetchRights(queries: QueryClient): Promise<void> {
  clearCaches()
  await queries.prefetchQuery({ ...permissions(readSession()), staleTime: 0 })
}
