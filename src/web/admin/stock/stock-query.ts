import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { getStock, listMovements } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { adminProductsKey, productsChanged } from '../products/products-query.ts'
import { adminKey } from '../shell/admin-key.ts'

export const stockKey = () => adminKey('admin-stock')

export const oneStock = (blister: number) =>
  queryOptions({
    queryKey: [...stockKey(), 'one', blister],
    queryFn: ({ signal }) => call(getStock, { params: { id: blister }, signal }),
  })

export const movements = (blister: number) => ({
  queryKey: [...stockKey(), 'movements', blister],
  queryFn: ({ pageParam, signal }: { pageParam: number | undefined; signal: AbortSignal }) =>
    call(listMovements, { params: { id: blister }, query: { before: pageParam }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ before }: { before: number | null }) => before ?? undefined,
})

/** Refetches every screen with units. */
export function stockChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: stockKey() })
  void client.invalidateQueries({ queryKey: adminProductsKey() })
  productsChanged(client)
}
