import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { createBrand, getBrand, listBrands } from '../../../contract/catalog/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call, type CallInput } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { adminKey } from '../shell/admin-key.ts'
import { adminProductsKey, productsChanged } from '../products/products-query.ts'

/** Shared by the screens of banks and brands and by the brand field of the product form. */
export const adminBrandsKey = () => adminKey('admin-brands')

export const adminBrands = () =>
  queryOptions({
    queryKey: [...adminBrandsKey(), 'all'],
    queryFn: ({ signal }) => call(listBrands, { signal }),
  })

export const adminBrand = (id: number) =>
  queryOptions({
    queryKey: [...adminBrandsKey(), id],
    queryFn: ({ signal }) => call(getBrand, { params: { id }, signal }),
    // A form is filled once, so it must not start with stale values.
    gcTime: 0,
  })

export function setBrands(queryClient: QueryClient, change: (brands: Brand[]) => Brand[]): void {
  queryClient.setQueryData(adminBrands().queryKey, (brands) => brands && change(brands))
}

const attempt = tabAttempt('brandAttempt', 'owner')

export function createBrandOnce(body: NonNullable<CallInput<typeof createBrand>['body']>): Promise<Brand> {
  return sendOnce(attempt, body, (idempotencyKey) => call(createBrand, { body, idempotencyKey }))
}

/** Products show name and nationality of their brand. */
export function brandsChanged(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: adminBrandsKey() })
  void queryClient.invalidateQueries({ queryKey: adminProductsKey() })
  productsChanged(queryClient)
}
