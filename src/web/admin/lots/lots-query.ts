import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { LOT_STATES, type LotState } from '../../../contract/catalog/lot-rules.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'
import { stockKey } from '../stock/stock-query.ts'

export type Lot = AnswerOf<'listLots'>['results'][number]
export type Trace = AnswerOf<'traceLot'>

export const LOT_PAGE_SIZE = 20
/** Page size for the lots of one product. */
const MOST_OF_PRODUCT = 50

/** Parameters of the list's address. */
export interface LotFilter {
  search: string
  state: LotState | undefined
  page: number
}

export function readLotState(params: URLSearchParams): LotState | undefined {
  return LOT_STATES.find((state) => state === params.get('state'))
}

const lotsKey = () => adminKey('admin-lots')

export const lotList = ({ search, ...filter }: LotFilter) =>
  queryOptions({
    queryKey: [...lotsKey(), 'list', search, filter],
    queryFn: ({ signal }) =>
      call('listLots', {
        query: { ...filter, search: search || undefined, page_size: LOT_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Resolves to null for an unknown id. */
export const oneLot = (id: number) =>
  queryOptions({
    queryKey: [...lotsKey(), 'one', id],
    queryFn: async ({ signal }) => (await call('listLots', { query: { id }, signal })).results[0] ?? null,
  })

export const lotsOfProduct = (product: number | null) =>
  queryOptions({
    queryKey: [...lotsKey(), 'product', product],
    queryFn: async ({ signal }) =>
      (await call('listLots', { query: { product: product ?? 0, page_size: MOST_OF_PRODUCT }, signal }))
        .results,
    enabled: product !== null,
  })

export const lotTrace = (id: number) => ({
  queryKey: [...lotsKey(), 'trace', id],
  queryFn: ({ pageParam, signal }: { pageParam: number | undefined; signal: AbortSignal }) =>
    call('traceLot', { params: { id }, query: { before: pageParam }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ before }: Trace) => before ?? undefined,
})

/** Refetches every screen with lots or units. */
export function lotsChanged(client: QueryClient, lot?: Lot): void {
  if (lot) client.setQueryData(oneLot(lot.id).queryKey, lot)
  void client.invalidateQueries({ queryKey: lotsKey() })
  void client.invalidateQueries({ queryKey: stockKey() })
}
