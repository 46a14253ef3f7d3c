import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Banner } from '../../../contract/banners.ts'
import { listBanners } from '../../../contract/calls.ts'
import { call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'

/** All banners in order, hidden ones included. */
export const adminBanners = () =>
  queryOptions({
    queryKey: adminKey('admin-banners'),
    queryFn: ({ signal }) => call(listBanners, { signal }),
  })

export function setBanners(queryClient: QueryClient, change: (banners: Banner[]) => Banner[]): void {
  queryClient.setQueryData(adminBanners().queryKey, (banners) => banners && change(banners))
}

/** The home page refetches its banners at the next visit. */
export function bannersChanged(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: adminBanners().queryKey })
  void queryClient.invalidateQueries({ queryKey: ['anonymous', 'banners'] })
}
