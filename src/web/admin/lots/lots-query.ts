import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listLots, traceLot } from '../../../contract/catalog/calls.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { historyQuery } from '../kit/history-table.tsx'
import { adminKey } from '../shell/admin-key.ts'
import { stockKey } from '../stock/stock-query.ts'

export type Lot = AnswerOf<typeof listLots>['results'][number]

/** Page size for the lots of one product. */
const MOST_OF_PRODUCT = 50

const lotsKey = () => adminKey('admin-lots')

/** Resolves to null for an unknown id. */
export const oneLot = (id: number) =>
  queryOptions({
    queryKey: [...lotsKey(), 'one', id],
    queryFn: async ({ signal }) => (await call(listLots, { query: { id }, signal })).results[0] ?? null,
  })

export const lotsOfProduct = (product: number | null) =>
  queryOptions({
    queryKey: [...lotsKey(), 'product', product],
    queryFn: async ({ signal }) =>
      (await call(listLots, { query: { product: product ?? 0, page_size: MOST_OF_PRODUCT }, signal }))
        .results,
    enabled: product !== null,
  })

export const lotTrace = (id: number) =>
  historyQuery([...lotsKey(), 'trace', id], (before, signal) =>
    call(traceLot, { params: { id }, query: { before }, signal }),
  )

/** Refetches every screen with lots or units. */
export function lotsChanged(client: QueryClient, lot?: Lot): void {
  if (lot) client.setQueryData(oneLot(lot.id).queryKey, lot)
  void client.invalidateQueries({ queryKey: lotsKey() })
  void client.invalidateQueries({ queryKey: stockKey() })
}
