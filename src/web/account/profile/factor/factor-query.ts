import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../data/api.ts'
import { audienceKey, type Session } from '../../../session/session.ts'

export type FactorState = AnswerOf<'readSecondFactor'>

export const secondFactor = (session: Session) =>
  queryOptions({
    queryKey: [audienceKey(session), 'second-factor'],
    queryFn: ({ signal }) => call('readSecondFactor', { signal }),
  })
