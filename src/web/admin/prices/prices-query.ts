import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PriceRule } from '../../../contract/catalog/price-rule.ts'
import type { PriceFilter } from '../../../contract/catalog/price-runs.ts'
import { listPriceHistory, previewPrices } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { historyQuery } from '../kit/history-table.tsx'
import { adminProductsKey, productsChanged } from '../products/products-query.ts'
import { adminKey } from '../shell/admin-key.ts'

export const pricesKey = () => adminKey('admin-prices')

export const pricePreview = (rule: PriceRule | undefined, filter: PriceFilter) =>
  queryOptions({
    queryKey: [...pricesKey(), 'preview', rule, filter],
    // safe: disabled without a rule
    queryFn: ({ signal }) => call(previewPrices, { body: { rule: rule as PriceRule, filter }, signal }),
    enabled: rule !== undefined,
    placeholderData: keepPreviousData,
    // Never cached, as the preview is only valid for current prices.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })

export const priceHistory = (blister: number) =>
  historyQuery([...pricesKey(), 'history', blister], (before, signal) =>
    call(listPriceHistory, { params: { id: blister }, query: { before }, signal }),
  )

/** Refetches every screen with prices. */
export function pricesChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: pricesKey() })
  void client.invalidateQueries({ queryKey: adminProductsKey() })
  productsChanged(client)
}
