import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listPacking } from '../../../contract/orders/calls.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'
import { todoChanged } from '../todo/todo-query.ts'

export type Parcel = AnswerOf<typeof listPacking>[number]

const REFRESH_MS = 30_000

export const packingList = () =>
  queryOptions({
    queryKey: adminKey('admin-packing'),
    queryFn: ({ signal }) => call(listPacking, { signal }),
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  })

export async function patchParcel(queryClient: QueryClient, parcel: Parcel): Promise<void> {
  // A pending response would restore the old state.
  await queryClient.cancelQueries(packingList())
  queryClient.setQueryData(packingList().queryKey, (parcels) =>
    parcels?.flatMap((other) => (other.id !== parcel.id ? other : parcel.is_handed ? [] : parcel)),
  )
  // Other parcels of its lots have fewer units left.
  void queryClient.invalidateQueries(packingList())
  todoChanged(queryClient)
  // The order's marks changed too.
  void queryClient.invalidateQueries({ queryKey: adminKey('admin-orders') })
}
