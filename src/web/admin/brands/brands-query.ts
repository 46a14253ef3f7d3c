import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Brand } from '../../../contract/brands.ts'
import { call } from '../../data/api.ts'
import { audienceKey, type Session } from '../../session/session.ts'
import { adminProductsKey, productsChanged } from '../products/products-query.ts'

/** Of the two screens that show them, banks and brands, and of the brand field of the product form. */
export const adminBrandsKey = (session: Session) => [audienceKey(session), 'admin-brands'] as const

export const adminBrands = (session: Session) =>
  queryOptions({
    queryKey: [...adminBrandsKey(session), 'all'],
    queryFn: ({ signal }) => call('listBrands', { signal }),
  })

export const adminBrand = (session: Session, id: number) =>
  queryOptions({
    queryKey: [...adminBrandsKey(session), id],
    queryFn: ({ signal }) => call('getBrand', { params: { id }, signal }),
    // A form is filled once: it must not begin with what was read some time ago.
    gcTime: 0,
  })

export function setBrands(
  queryClient: QueryClient,
  session: Session,
  change: (brands: Brand[]) => Brand[],
): void {
  queryClient.setQueryData(adminBrands(session).queryKey, (brands) => brands && change(brands))
}

/** Products show the name of their brand and where it is from. */
export function brandsChanged(queryClient: QueryClient, session: Session): void {
  void queryClient.invalidateQueries({ queryKey: adminBrandsKey(session) })
  void queryClient.invalidateQueries({ queryKey: adminProductsKey(session) })
  productsChanged(queryClient, session)
}
