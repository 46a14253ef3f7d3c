import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { STOCK_STATES } from '../../../contract/catalog/stock-rules.ts'
import { call } from '../../data/api.ts'
import { adminProductsKey, productsChanged } from '../products/products-query.ts'
import { adminKey } from '../shell/admin-key.ts'

export const STOCK_PAGE_SIZE = 20

type StockState = (typeof STOCK_STATES)[number]

/** Parameters of the list's address. */
export interface StockFilter {
  search: string
  state: StockState | undefined
  page: number
}

export function readStockState(params: URLSearchParams): StockState | undefined {
  return STOCK_STATES.find((state) => state === params.get('state'))
}

export const stockKey = () => adminKey('admin-stock')

export const stockList = ({ search, ...filter }: StockFilter) =>
  queryOptions({
    queryKey: [...stockKey(), 'list', search, filter],
    queryFn: ({ signal }) =>
      call('listStock', {
        query: { ...filter, search: search || undefined, page_size: STOCK_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const oneStock = (blister: number) =>
  queryOptions({
    queryKey: [...stockKey(), 'one', blister],
    queryFn: ({ signal }) => call('getStock', { params: { id: blister }, signal }),
  })

export const movements = (blister: number) => ({
  queryKey: [...stockKey(), 'movements', blister],
  queryFn: ({ pageParam, signal }: { pageParam: number | undefined; signal: AbortSignal }) =>
    call('listMovements', { params: { id: blister }, query: { before: pageParam }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ before }: { before: number | null }) => before ?? undefined,
})

/** Refetches every screen with units. */
export function stockChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: stockKey() })
  void client.invalidateQueries({ queryKey: adminProductsKey() })
  productsChanged(client)
}
