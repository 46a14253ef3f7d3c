import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { USERS_PAGE_SIZE } from '../../../contract/limits.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { audienceKey, type Session } from '../../session/session.ts'
import type { UserSearch } from './users-address.ts'

export type UserDetail = AnswerOf<'getUser'>
export type User = UserDetail['user']

interface UserPage {
  results: User[]
  count: number
}

const usersKey = (session: Session | null) => [audienceKey(session), 'admin-users'] as const
const listKey = (session: Session | null) => [...usersKey(session), 'list'] as const
const detailKey = (session: Session | null, id: number) => [...usersKey(session), 'detail', id] as const

export const userList = (session: Session, search: UserSearch, page: number) =>
  queryOptions({
    queryKey: [...listKey(session), search, page],
    queryFn: ({ signal }) => askUsers({ ...search, page, page_size: USERS_PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  })

export const userDetail = (session: Session, id: number) =>
  queryOptions({
    queryKey: detailKey(session, id),
    queryFn: ({ signal }) => call('getUser', { params: { id }, signal }),
  })

/** The id of exactly this address, or null. The list puts it before those that only contain it. */
export const userIdByEmail = (session: Session, email: string) =>
  queryOptions({
    queryKey: [...usersKey(session), 'by-email', email.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { results } = await askUsers({ email, page: 1, page_size: 1 }, signal)
      return results.find((user) => user.email.toLowerCase() === email.toLowerCase())?.id ?? null
    },
    gcTime: 0,
  })

type Asked = UserSearch & { page: number; page_size: number }

async function askUsers(query: Asked, signal: AbortSignal): Promise<UserPage> {
  const answer = await call('listUsers', { query, signal })
  return Array.isArray(answer) ? { results: answer, count: answer.length } : answer
}

/** Puts an account as it is now wherever it is shown, without moving anything. */
export function patchUserEverywhere(queryClient: QueryClient, session: Session, user: User): void {
  queryClient.setQueriesData<UserPage>(
    { queryKey: listKey(session) },
    (page) =>
      page && { ...page, results: page.results.map((other) => (other.id === user.id ? user : other)) },
  )
  queryClient.setQueryData<UserDetail>(detailKey(session, user.id), (detail) => detail && { ...detail, user })
}

/** After one came or went. */
export function usersChanged(queryClient: QueryClient, session: Session): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: usersKey(session) })
}

/** Asked for anew when next looked at, not at once. */
export function markUsersStale(queryClient: QueryClient, session: Session): void {
  void queryClient.invalidateQueries({ queryKey: usersKey(session), refetchType: 'none' })
}

/** Its pending orders were cancelled, its claims have no name any more: all that is kept of them is old. */
export function userGone(queryClient: QueryClient, session: Session, id: number): void {
  queryClient.removeQueries({ queryKey: detailKey(session, id) })
  void queryClient.invalidateQueries({ queryKey: listKey(session) })
  for (const area of ['admin-orders', 'admin-claims', 'admin-products'])
    void queryClient.invalidateQueries({ queryKey: [audienceKey(session), area] })
}
