import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Banner } from '../../../contract/banners.ts'
import { call } from '../../data/api.ts'
import { audienceKey, type Session } from '../../session/session.ts'

/** All of them in order, also those that nobody sees. */
export const adminBanners = (session: Session) =>
  queryOptions({
    queryKey: [audienceKey(session), 'admin-banners'],
    queryFn: ({ signal }) => call('listBanners', { signal }),
  })

export function setBanners(
  queryClient: QueryClient,
  session: Session,
  change: (banners: Banner[]) => Banner[],
): void {
  queryClient.setQueryData(adminBanners(session).queryKey, (banners) => banners && change(banners))
}

/** The home page asks anew when it is next looked at. */
export function bannersChanged(queryClient: QueryClient, session: Session): void {
  void queryClient.invalidateQueries({ queryKey: adminBanners(session).queryKey })
  void queryClient.invalidateQueries({ queryKey: ['anonymous', 'banners'] })
}
