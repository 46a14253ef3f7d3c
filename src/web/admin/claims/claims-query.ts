import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import {
  CLAIM_STATUSES,
  type ClaimStatus,
  CLAIMS_FORBIDDEN,
} from '../../../contract/warranty/warranty-status.ts'
import { call } from '../../data/api.ts'
import { withLoginMessage } from '../../session/login-message.ts'
import { readPage } from '../kit/read-page.ts'
import { adminKey } from '../shell/admin-key.ts'

export const CLAIMS_PAGE_SIZE = 12
const REFRESH_MS = 120_000

/** The filters in the address of the list. */
export interface ClaimFilter {
  status: ClaimStatus | undefined
  search: string
  page: number
}

export function readClaimFilter(params: URLSearchParams): ClaimFilter {
  return {
    status: CLAIM_STATUSES.find((known) => known === params.get('status')),
    search: (params.get('search') ?? '').trim(),
    page: readPage(params),
  }
}

/** Whether a claim belongs to this list. */
export function belongs(claim: Claim, { status }: ClaimFilter): boolean {
  return status === undefined || claim.status === status
}

export function claimParams({ status, search, page }: ClaimFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (status) params.set('status', status)
  if (search !== '') params.set('search', search)
  if (page > 1) params.set('page', String(page))
  return params
}

const claimsKey = () => adminKey('admin-claims')
export interface ClaimsAnswer {
  results: Claim[]
  count: number
}

/** While another search loads, the previous list stays, filtered here by the typed text. */
export const claimList = ({ status, search, page }: ClaimFilter) => {
  const query = { page, page_size: CLAIMS_PAGE_SIZE, status, search: search || undefined }
  return queryOptions({
    queryKey: [...claimsKey(), 'list', query],
    queryFn: async ({ signal }): Promise<ClaimsAnswer> => {
      const asked = call('listClaims', { query: { ...query, include_user_details: true }, signal })
      const answer = await withLoginMessage(CLAIMS_FORBIDDEN, asked)
      return Array.isArray(answer) ? { results: answer, count: answer.length } : answer
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  })
}

export const claimCounts = () =>
  queryOptions({
    queryKey: [...claimsKey(), 'counts'],
    queryFn: ({ signal }) => call('countClaims', { signal }),
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: false,
  })

/** Replaces the claim in every list; counts and other queries are refetched. */
export async function showChangedClaim(client: QueryClient, claim: Claim): Promise<void> {
  await client.cancelQueries({ queryKey: [...claimsKey(), 'list'] })
  client.setQueriesData<ClaimsAnswer>(
    { queryKey: [...claimsKey(), 'list'] },
    (list) =>
      list && {
        ...list,
        results: list.results.map((one) => (one.id === claim.id ? { ...one, ...claim } : one)),
      },
  )
  void client.invalidateQueries({ queryKey: claimsKey() })
}
