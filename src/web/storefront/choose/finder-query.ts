import { queryOptions } from '@tanstack/react-query'
import { type FinderAnswers, QUESTION_NAMES, QUESTIONS } from '../../../contract/catalog/finder.ts'
import { PRODUCT_CACHE_MS } from '../../../contract/limits.ts'
import { findSeeds } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { audienceKey, type Session } from '../../session/session.ts'

export const finder = (session: Session | null, answers: FinderAnswers) =>
  queryOptions({
    queryKey: [audienceKey(session), 'finder', answers],
    queryFn: ({ signal }) => call(findSeeds, { query: answers, signal }),
    enabled: Object.keys(answers).length > 0,
    staleTime: PRODUCT_CACHE_MS,
  })

/** The answers of an address; unknown ones are left out. */
export function readAnswers(search: string): FinderAnswers {
  const asked = new URLSearchParams(search)
  const known = QUESTION_NAMES.flatMap((name) => {
    const answer = asked.get(name) ?? ''
    return Object.hasOwn(QUESTIONS[name].answers, answer) ? [[name, answer] as const] : []
  })
  return Object.fromEntries(known) as FinderAnswers // safe: checked
}
