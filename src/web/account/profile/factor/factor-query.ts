import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readSecondFactor } from '../../../../contract/accounts/calls.ts'
import { type AnswerOf, call } from '../../../data/api.ts'
import { permissions } from '../../../data/queries.ts'
import { audienceKey, clearCaches, readSession, type Session } from '../../../session/session.ts'

export type FactorState = AnswerOf<typeof readSecondFactor>

export const secondFactor = (session: Session) =>
  queryOptions({
    queryKey: [audienceKey(session), 'second-factor'],
    queryFn: ({ signal }) => call(readSecondFactor, { signal }),
  })

/** Refetches the rights of staff, which may depend on the second factor. */
export async function refetchRights(queries: QueryClient): Promise<void> {
  clearCaches()
  await queries.prefetchQuery({ ...permissions(readSession()), staleTime: 0 })
}
