import { queryOptions } from '@tanstack/react-query'
import { BANNER_CACHE_MS } from '../../contract/limits.ts'
import { call } from './api.ts'

/** Apart from the other queries: few pages need it. */
export const trophies = () =>
  queryOptions({
    queryKey: ['anonymous', 'trophies'],
    queryFn: ({ signal }) => call('listTrophies', { signal }),
    staleTime: BANNER_CACHE_MS,
  })
