import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { getOrder, getTimeline, listOrders } from '../../../contract/orders/calls.ts'
import { type AnswerOf, call, type CallInput } from '../../data/api.ts'
import { audienceKey, readSession } from '../../session/session.ts'
import { neighbourOf } from '../kit/use-held-list.ts'
import { adminKey } from '../shell/admin-key.ts'

const REFRESH_MS = 6_000
/** Polled while the page is visible, as other admins may change it. */
const POLLED = {
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: 'always',
} as const

const ordersKey = () => adminKey('admin-orders')

type OrderList = AnswerOf<typeof listOrders>

export const oneOrder = (id: number) =>
  queryOptions({
    queryKey: [...ordersKey(), 'one', id],
    queryFn: ({ signal }) => call(getOrder, { params: { id }, signal }),
    ...POLLED,
  })

/** A few orders beside the list. */
export const someOrders = (query: NonNullable<CallInput<typeof listOrders>['query']>) =>
  queryOptions({
    queryKey: [...ordersKey(), 'list', query],
    queryFn: ({ signal }) => call(listOrders, { query, signal }),
  })

/** Newest first; older pages on request. */
export const orderTimeline = (id: number) => ({
  queryKey: [...ordersKey(), 'timeline', id],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    call(getTimeline, { params: { id }, query: { before: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ before }: { before: string | null }) => before ?? undefined,
  ...POLLED,
})

/** Updates a changed order in every query: the next change starts from its new version. */
export async function putChanged(client: QueryClient, order: AdminOrder): Promise<void> {
  // A pending response would restore the old state.
  await client.cancelQueries({ queryKey: [...ordersKey(), 'list'] })
  client.setQueryData(oneOrder(order.id).queryKey, order)
  patchLists(client, (orders) => orders.map((one) => (one.id === order.id ? order : one)))
}

/** `putChanged`, and refetches all that depends on the order: stock, counts, activity. */
export async function showChanged(client: QueryClient, order: AdminOrder): Promise<void> {
  await putChanged(client, order)
  refetchAll(client)
}

export async function showDeleted(client: QueryClient, id: number): Promise<void> {
  await client.cancelQueries({ queryKey: [...ordersKey(), 'list'] })
  patchLists(client, (orders) => orders.filter((one) => one.id !== id))
  client.removeQueries({ queryKey: oneOrder(id).queryKey })
  refetchAll(client)
}

function patchLists(client: QueryClient, patch: (orders: AdminOrder[]) => AdminOrder[]): void {
  client.setQueriesData<OrderList>(
    { queryKey: [...ordersKey(), 'list'] },
    (list) => list && { ...list, results: patch(list.results) },
  )
}

/** Refetches everything except permissions, which no order changes. */
export function refetchAll(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: [audienceKey(readSession())],
    predicate: ({ queryKey }) => queryKey[1] !== 'permissions' && queryKey[1] !== 'profile',
  })
}

/** The next order of a shown list, to focus when this one is removed. */
export function nextInList(client: QueryClient, id: number): number | undefined {
  const lists = client.getQueriesData<OrderList>({ queryKey: [...ordersKey(), 'list'] })
  const shown = lists.map(([, list]) => list?.results ?? []).find((rows) => rows.some((row) => row.id === id))
  return shown && neighbourOf(shown, id)
}
