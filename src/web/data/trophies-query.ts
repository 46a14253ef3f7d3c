import { queryOptions } from '@tanstack/react-query'
import { BANNER_CACHE_MS } from '../../contract/limits.ts'
import { listTrophies } from '../../contract/settings/calls.ts'
import { call } from './api.ts'

/** In a separate file, as few pages use it. */
export const trophies = () =>
  queryOptions({
    queryKey: ['anonymous', 'trophies'],
    queryFn: ({ signal }) => call(listTrophies, { signal }),
    staleTime: BANNER_CACHE_MS,
  })
