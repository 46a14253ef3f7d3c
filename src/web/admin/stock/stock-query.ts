import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { getStock, listMovements } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { adminProductsKey, productsChanged } from '../products/products-query.ts'
import { historyQuery } from '../kit/history-table.tsx'
import { adminKey } from '../shell/admin-key.ts'

export const stockKey = () => adminKey('admin-stock')

export const oneStock = (blister: number) =>
  queryOptions({
    queryKey: [...stockKey(), 'one', blister],
    queryFn: ({ signal }) => call(getStock, { params: { id: blister }, signal }),
  })

export const movements = (blister: number) =>
  historyQuery([...stockKey(), 'movements', blister], (before, signal) =>
    call(listMovements, { params: { id: blister }, query: { before }, signal }),
  )

/** Refetches every screen with units. */
export function stockChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: stockKey() })
  void client.invalidateQueries({ queryKey: adminProductsKey() })
  productsChanged(client)
}
