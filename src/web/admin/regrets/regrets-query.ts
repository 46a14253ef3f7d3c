import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { REGRET_STATUSES, type RegretStatus } from '../../../contract/legal/regret-rules.ts'
import type { Regret } from '../../../contract/legal/regrets.ts'
import { call } from '../../data/api.ts'
import { readPage } from '../kit/read-page.ts'
import { adminKey } from '../shell/admin-key.ts'

export const REGRETS_PAGE_SIZE = 12
const REFRESH_MS = 60_000

/** The filters in the address of the list. */
export interface RegretFilter {
  status: RegretStatus | undefined
  page: number
}

export function readRegretFilter(params: URLSearchParams): RegretFilter {
  return {
    status: REGRET_STATUSES.find((known) => known === params.get('status')),
    page: readPage(params),
  }
}

export function regretParams({ status, page }: RegretFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (status) params.set('status', status)
  if (page > 1) params.set('page', String(page))
  return params
}

/** Whether a request belongs to this list. */
export function belongs(regret: Regret, { status }: RegretFilter): boolean {
  return status === undefined || regret.status === status
}

const regretsKey = () => adminKey('admin-regrets')

export const regretList = ({ status, page }: RegretFilter) => {
  const query = { page, page_size: REGRETS_PAGE_SIZE, status }
  return queryOptions({
    queryKey: [...regretsKey(), 'list', query],
    queryFn: async ({ signal }) => {
      const { results, count } = await call('listRegrets', { query, signal })
      return { results: results.map(asRow), count }
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  })
}

/** A row of a held list. */
export type RegretRow = Regret & { created_at: string }

function asRow(regret: Regret): RegretRow {
  return { ...regret, created_at: regret.received_at }
}

/** Replaces the request in every list; all are refetched. */
export async function showChangedRegret(client: QueryClient, regret: Regret): Promise<void> {
  await client.cancelQueries({ queryKey: [...regretsKey(), 'list'] })
  client.setQueriesData<{ results: RegretRow[] }>(
    { queryKey: [...regretsKey(), 'list'] },
    (list) =>
      list && { ...list, results: list.results.map((one) => (one.id === regret.id ? asRow(regret) : one)) },
  )
  void client.invalidateQueries({ queryKey: regretsKey() })
}
