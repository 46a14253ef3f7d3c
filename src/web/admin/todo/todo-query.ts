import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { NEXT_ACTIONS } from '../../../contract/orders/order-desk.ts'
import { getTodo, listOrders } from '../../../contract/orders/calls.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'

export type TodoQueue = AnswerOf<typeof getTodo>['queues'][number]

const REFRESH_MS = 30_000

export const todoQueues = () =>
  queryOptions({
    queryKey: adminKey('admin-todo'),
    queryFn: async ({ signal }) => (await call(getTodo, { signal })).queues,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  })

export function todoChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: adminKey('admin-todo') })
}

const STEPS: readonly string[] = NEXT_ACTIONS

/** Whether a queue holds orders. */
export function isOfOrders({ key }: TodoQueue): boolean {
  return STEPS.includes(key)
}

/** The shown orders of all queues, under a key that every change of an order updates. */
export const todoOrders = (queues: TodoQueue[] | undefined, mayRead: boolean) => {
  const shown = (mayRead && queues ? queues : []).filter(isOfOrders)
  const ids = shown.flatMap((queue) => queue.ids)
  const query = { ids: ids.join(','), page: 1, page_size: ids.length }
  return queryOptions({
    // An order that moved to another queue changed: then the ids alone may be the same.
    queryKey: [...adminKey('admin-orders'), 'list', query, shown.map((queue) => [queue.key, queue.ids])],
    queryFn: ({ signal }) => call(listOrders, { query, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  })
}
