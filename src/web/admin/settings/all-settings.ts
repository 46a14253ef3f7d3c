import { queryOptions } from '@tanstack/react-query'
import { getAllSettings } from '../../../contract/settings/calls.ts'
import { call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'

/** Loaded once: concurrent saves must not change the fields while editing. */
export const allSettings = () =>
  queryOptions({
    queryKey: adminKey('admin-settings'),
    queryFn: ({ signal }) => call(getAllSettings, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
