import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { createBrand, getBrand, listBrands } from '../../../contract/catalog/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call, type CallInput, Refusal } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { adminKey } from '../shell/admin-key.ts'
import { inWordsOfBanks } from './brand-words.ts'
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

/** Shown by the list after a form has found no such brand. */
export const BANK_PROBLEM = 'Error al cargar la información del banco'

/** The server's refusals are about brands and use two field names; these screens say bank and use one field. */
export function rethrowAsBankError(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { error: text, errors } = error.body
  const { name, ...others } = errors ?? {}
  const fields = Object.entries({ ...(name && { brand_name: name }), ...others })
  throw new Refusal(
    error.status,
    {
      ...error.body,
      ...(text && { error: inWordsOfBanks(text) }),
      errors: Object.fromEntries(fields.map(([field, texts]) => [field, texts.map(inWordsOfBanks)])),
    },
    error.retryAfterSeconds,
  )
}
