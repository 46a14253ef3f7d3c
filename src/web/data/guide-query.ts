import { queryOptions } from '@tanstack/react-query'
import { BANNER_CACHE_MS } from '../../contract/limits.ts'
import { getGuide } from '../../contract/settings/calls.ts'
import { call } from './api.ts'

/** In a separate file, as only one page and one screen use it. */
export const guide = () =>
  queryOptions({
    queryKey: ['anonymous', 'guide'],
    queryFn: ({ signal }) => call(getGuide, { signal }),
    staleTime: BANNER_CACHE_MS,
  })
