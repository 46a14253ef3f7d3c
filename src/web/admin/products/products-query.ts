import {
  infiniteQueryOptions,
  keepPreviousData,
  type InfiniteData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { ADMIN_PAGE_SIZE } from '../../../contract/limits.ts'
import { listProducts } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import type { AdminProductSearch } from '../../app/admin-paths.ts'
import { adminKey } from '../shell/admin-key.ts'

export interface ProductPage {
  results: Product[]
  count: number
  next: string | null
}

const REFRESH_MS = 5 * 60_000

export const adminProductsKey = () => adminKey('admin-products')
const listKey = () => [...adminProductsKey(), 'list'] as const

/** Page size of the table of numbers: larger, as a pasted block only reaches loaded rows. */
export const GRID_PAGE_SIZE = 50

/** A screenful of rows, and some. */
export const TABLE_PAGE_SIZE = 24

/** All loaded pages are refetched every five minutes, in place and only while the tab is visible. */
export const adminProducts = (search: AdminProductSearch, page_size = ADMIN_PAGE_SIZE) =>
  infiniteQueryOptions({
    queryKey: [...listKey(), search, page_size],
    queryFn: ({ pageParam, signal }) =>
      askPage(
        // Last added first, sold out or not; searches have their own order.
        { ...search, ...(!search.search && NEWEST), page: pageParam, page_size },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last: ProductPage, pages) => (last.next === null ? undefined : pages.length + 1),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    // Keeps the loaded pages during a long edit on another screen.
    gcTime: 12 * REFRESH_MS,
  })

export const availableCount = () =>
  queryOptions({
    queryKey: [...adminProductsKey(), 'available-count'],
    queryFn: async ({ signal }) =>
      (await askPage({ availability: 'available', page: 1, page_size: 1 }, signal)).count,
    refetchInterval: REFRESH_MS,
  })

const NEWEST = { ordering: '-created_at' } as const

type Asked = AdminProductSearch & { ordering?: '-created_at'; page: number; page_size: number }

async function askPage(query: Asked, signal: AbortSignal): Promise<ProductPage> {
  const answer = await call(listProducts, { query, signal })
  return Array.isArray(answer) ? { results: answer, count: answer.length, next: null } : answer
}

/** Without duplicates of products that moved to another page between two responses. */
export function allProducts(data: InfiniteData<ProductPage> | undefined): Product[] {
  const byId = new Map(data?.pages.flatMap(({ results }) => results).map((product) => [product.id, product]))
  return [...byId.values()]
}

/** Updates a product in every list that shows it, without moving rows. */
export function patchInLists(
  queryClient: QueryClient,
  id: number,
  change: (product: Product) => Product,
): void {
  queryClient.setQueriesData<InfiniteData<ProductPage>>({ queryKey: listKey() }, (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            results: page.results.map((product) => (product.id === id ? change(product) : product)),
          })),
        },
  )
}

const OF_THE_SHOP = ['products', 'product', 'related', 'highlighted', 'on-sale', 'to-sow', 'products-by-id']

/** Call it after a change: the shop's queries of products are refetched at their next use. */
export function productsChanged(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: availableCount().queryKey })
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => OF_THE_SHOP.includes(String(queryKey[1])),
  })
}
