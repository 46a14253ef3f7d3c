import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ACCESS_STATUSES, type AccessStatus } from '../../../contract/accounts/access-rules.ts'
import type { AccessRequest } from '../../../contract/accounts/access.ts'
import { call } from '../../data/api.ts'
import { readPage } from '../kit/read-page.ts'
import { adminKey } from '../shell/admin-key.ts'

export const ACCESS_PAGE_SIZE = 12
const REFRESH_MS = 30_000

export const INVITATIONS = 'invitaciones'
export type AccessTab = AccessStatus | typeof INVITATIONS

/** Parameters of the screen's address. */
export interface AccessFilter {
  tab: AccessTab
  page: number
}

export function readAccessFilter(params: URLSearchParams): AccessFilter {
  const chosen = params.get('estado')
  const tab = [...ACCESS_STATUSES, INVITATIONS as typeof INVITATIONS].find((known) => known === chosen)
  return { tab: tab ?? 'waiting', page: readPage(params) }
}

export function accessParams({ tab, page }: AccessFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (tab !== 'waiting') params.set('estado', tab)
  if (page > 1) params.set('page', String(page))
  return params
}

const accessKey = () => adminKey('admin-access')

const polled = {
  placeholderData: keepPreviousData,
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
} as const

export const requestList = (status: AccessStatus, page: number) => {
  const query = { page, page_size: ACCESS_PAGE_SIZE, status }
  return queryOptions({
    queryKey: [...accessKey(), 'list', query],
    queryFn: ({ signal }) => call('listAccessRequests', { query, signal }),
    ...polled,
  })
}

export const invitationList = (page: number) => {
  const query = { page, page_size: ACCESS_PAGE_SIZE }
  return queryOptions({
    queryKey: [...accessKey(), 'invitations', query],
    queryFn: ({ signal }) => call('listInvitations', { query, signal }),
    ...polled,
  })
}

/** Refetches the screen and the count in the navigation after a decision or an invitation. */
export function refetchAccess(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: accessKey() })
}

export function fullName({ first_name, last_name }: Pick<AccessRequest, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`
}
