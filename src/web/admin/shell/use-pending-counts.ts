import { useQuery } from '@tanstack/react-query'
import type { Right } from '../../../contract/accounts/roles.ts'
import { listOrders } from '../../../contract/orders/calls.ts'
import { listClaims } from '../../../contract/warranty/calls.ts'
import { listRegrets } from '../../../contract/legal/calls.ts'
import { listAccessRequests } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { audienceKey, useSession } from '../../session/session.ts'
import { type TodoQueue, todoQueues } from '../todo/todo-query.ts'
import { useMay } from './rights.tsx'

const REFRESH_MS = 30_000
const ONE = { page: 1, page_size: 1 }

/**
 * The numbers of pending orders, claims, regrets and requests for access, and of mails that cannot leave. Undefined until they are
 * loaded, and without the right to them; a failure shows nothing.
 */
export function usePendingCounts() {
  const may = useMay()
  return {
    orders: useCount('admin-orders', 'orders_read', async (signal) => {
      const { counts } = await call(listOrders, { query: { ...ONE, status: 'pending' }, signal })
      return counts.pending
    }),
    claims: useCount('admin-claims', 'claims_read', async (signal) => {
      const answer = await call(listClaims, { query: { ...ONE, status: 'pending' }, signal })
      return Array.isArray(answer) ? answer.length : answer.count
    }),
    regrets: useCount('admin-regrets', 'claims_read', async (signal) => {
      return (await call(listRegrets, { query: { ...ONE, status: 'received' }, signal })).count
    }),
    access: useCount('admin-access', 'access', async (signal) => {
      return (await call(listAccessRequests, { query: ONE, signal })).counts.waiting
    }),
    mails: useQuery({ ...todoQueues(), enabled: may('todo') && may('orders_write'), select: stuckMails })
      .data,
  }
}

function useCount(name: string, right: Right, ask: (signal: AbortSignal) => Promise<number>) {
  const { data } = useQuery({
    queryKey: [audienceKey(useSession()), name, 'pending-count'],
    queryFn: ({ signal }) => ask(signal),
    enabled: useMay()(right),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
  })
  return data
}

const stuckMails = (queues: TodoQueue[]) =>
  queues
    .filter(({ key }) => key === 'mail_late' || key === 'mail_failed')
    .reduce((sum, { count }) => sum + count, 0)
