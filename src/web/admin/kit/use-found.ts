import { keepPreviousData, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

/** Shorter texts are not searched for. */
const LEAST_LETTERS = 2

/** Searches while a person types. `isOld`: the results for `text` have not loaded yet. */
export function useFound<Data, Key extends QueryKey>(
  text: string,
  queryOf: (text: string) => UseQueryOptions<Data, Error, Data, Key>,
): { data: Data | undefined; isOld: boolean } {
  const wanted = text.trim()
  const asked = useDeferredValue(wanted)
  const isAsked = asked.length >= LEAST_LETTERS
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...queryOf(asked),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const isFirst = data === undefined && isFetching
  return { data: isAsked ? data : undefined, isOld: isPlaceholderData || isFirst || asked !== wanted }
}
