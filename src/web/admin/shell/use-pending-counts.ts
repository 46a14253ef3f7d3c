import { useQuery } from '@tanstack/react-query'
import type { Right } from '../../../contract/accounts/roles.ts'
import { listOrders } from '../../../contract/orders/calls.ts'
import { listClaims } from '../../../contract/warranty/calls.ts'
import { listRegrets } from '../../../contract/legal/calls.ts'
import { listAccessRequests } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { audienceKey, type Session } from '../../session/session.ts'
import { type TodoQueue, todoQueues } from '../todo/todo-query.ts'

const REFRESH_MS = 30_000
const POLLED = { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS / 2 }

/**
 * The numbers of pending orders, claims, regrets and requests for access, and of mails that cannot leave. Undefined until they are
 * loaded, and without the right to them; a failure shows nothing.
 */
export function usePendingCounts(
  session: Session | null,
  may: (right: Right) => boolean,
): Record<'orders' | 'claims' | 'regrets' | 'access' | 'mails', number | undefined> {
  const shared = (right: Right) => ({ ...POLLED, enabled: may(right) })
  const orders = useQuery({
    ...shared('orders_read'),
    queryKey: [audienceKey(session), 'admin-orders', 'pending-count'],
    queryFn: async ({ signal }) => {
      const { counts } = await call(listOrders, {
        query: { status: 'pending', page: 1, page_size: 1 },
        signal,
      })
      return counts.pending
    },
  })
  const claims = useQuery({
    ...shared('claims_read'),
    queryKey: [audienceKey(session), 'admin-claims', 'pending-count'],
    queryFn: async ({ signal }) => {
      const answer = await call(listClaims, { query: { status: 'pending', page: 1, page_size: 1 }, signal })
      return Array.isArray(answer) ? answer.length : answer.count
    },
  })
  const regrets = useQuery({
    ...shared('claims_read'),
    queryKey: [audienceKey(session), 'admin-regrets', 'pending-count'],
    queryFn: async ({ signal }) => {
      const query = { status: 'received', page: 1, page_size: 1 }
      return (await call(listRegrets, { query, signal })).count
    },
  })
  const access = useQuery({
    ...shared('access'),
    queryKey: [audienceKey(session), 'admin-access', 'pending-count'],
    queryFn: async ({ signal }) =>
      (await call(listAccessRequests, { query: { page: 1, page_size: 1 }, signal })).counts.waiting,
  })
  const mails = useQuery({ ...todoQueues(), enabled: may('todo') && may('orders_write'), select: stuckMails })
  return {
    orders: orders.data,
    claims: claims.data,
    regrets: regrets.data,
    access: access.data,
    mails: mails.data,
  }
}

const stuckMails = (queues: TodoQueue[]) =>
  queues
    .filter(({ key }) => key === 'mail_late' || key === 'mail_failed')
    .reduce((sum, { count }) => sum + count, 0)
