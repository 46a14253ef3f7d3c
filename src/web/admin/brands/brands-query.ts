import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Brand } from '../../../contract/brands.ts'
import { call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'
import { adminProductsKey, productsChanged } from '../products/products-query.ts'

/** Of the two screens that show them, banks and brands, and of the brand field of the product form. */
export const adminBrandsKey = () => adminKey('admin-brands')

export const adminBrands = () =>
  queryOptions({
    queryKey: [...adminBrandsKey(), 'all'],
    queryFn: ({ signal }) => call('listBrands', { signal }),
  })

export const adminBrand = (id: number) =>
  queryOptions({
    queryKey: [...adminBrandsKey(), id],
    queryFn: ({ signal }) => call('getBrand', { params: { id }, signal }),
    // A form is filled once: it must not begin with what was read some time ago.
    gcTime: 0,
  })

export function setBrands(queryClient: QueryClient, change: (brands: Brand[]) => Brand[]): void {
  queryClient.setQueryData(adminBrands().queryKey, (brands) => brands && change(brands))
}

/** Products show the name of their brand and where it is from. */
export function brandsChanged(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: adminBrandsKey() })
  void queryClient.invalidateQueries({ queryKey: adminProductsKey() })
  productsChanged(queryClient)
}
