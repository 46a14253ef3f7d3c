import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { USERS_PAGE_SIZE } from '../../../contract/limits.ts'
import { getUser, listUserPasskeys, listUserSessions, listUsers } from '../../../contract/accounts/calls.ts'
import { type AnswerOf, call, type CallInput } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'
import type { ListSource } from '../kit/use-panel-list.ts'
import { listAddress, oneOf, words } from '../kit/list-address.ts'
import type { UserSearch } from './user-filters.tsx'

export type UserDetail = AnswerOf<typeof getUser>
export type User = UserDetail['user']

const USER_ORDERS_PAGE = 12

interface UserPage {
  results: User[]
  count: number
}

const usersKey = () => adminKey('admin-users')
const listKey = () => [...usersKey(), 'list'] as const
const detailKey = (id: number) => [...usersKey(), 'detail', id] as const

/** The accounts, newest first. */
export const USERS: ListSource<User, UserSearch> = {
  name: 'admin-users',
  address: listAddress<UserSearch>({ username: words, email: words, status: oneOf(['active', 'inactive']) }),
  pageSize: USERS_PAGE_SIZE,
  ask: ({ username, email, status }, page, signal) =>
    askUsers({ ...page, username: username || undefined, email: email || undefined, status }, signal),
}

export const userDetail = (id: number) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => askUser(id, 1, signal),
  })

/** The orders of an account after those that come with it, a page for each press. */
export const olderOrders = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...usersKey(), 'older-orders', id],
    queryFn: ({ pageParam, signal }) => askUser(id, pageParam, signal),
    initialPageParam: 2,
    getNextPageParam: ({ next }, _pages, page) => (next ? page + 1 : undefined),
    enabled: false,
  })

function askUser(id: number, page: number, signal: AbortSignal): Promise<UserDetail> {
  return call(getUser, { params: { id }, query: { page, page_size: USER_ORDERS_PAGE }, signal })
}

/** The id of the account with exactly this e-mail, or null. The list has it before partial matches. */
export const userIdByEmail = (email: string) =>
  queryOptions({
    queryKey: [...usersKey(), 'by-email', email.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { results } = await askUsers({ email, page: 1, page_size: 1 }, signal)
      return results.find((user) => user.email.toLowerCase() === email.toLowerCase())?.id ?? null
    },
    gcTime: 0,
  })

export const userSessions = (id: number) =>
  queryOptions({
    queryKey: [...usersKey(), 'sessions', id],
    queryFn: ({ signal }) => call(listUserSessions, { params: { id }, signal }),
  })

export const userPasskeys = (id: number) =>
  queryOptions({
    queryKey: [...usersKey(), 'passkeys', id],
    queryFn: ({ signal }) => call(listUserPasskeys, { params: { id }, signal }),
  })

type Asked = NonNullable<CallInput<typeof listUsers>['query']>

export async function askUsers(query: Asked, signal: AbortSignal): Promise<UserPage> {
  const answer = await call(listUsers, { query, signal })
  return Array.isArray(answer) ? { results: answer, count: answer.length } : answer
}

/** Updates an account wherever it is shown, without moving rows. */
export function patchUserEverywhere(queryClient: QueryClient, user: User): void {
  queryClient.setQueriesData<UserPage>(
    { queryKey: listKey() },
    (page) =>
      page && { ...page, results: page.results.map((other) => (other.id === user.id ? user : other)) },
  )
  queryClient.setQueryData<UserDetail>(detailKey(user.id), (detail) => detail && { ...detail, user })
}

/** Call it after an account was created or deleted. */
export function usersChanged(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: usersKey() })
}

/** Refetched at the next use, not at once. */
export function markUsersStale(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: usersKey(), refetchType: 'none' })
}

/** Call it after an account was deleted: its pending orders were cancelled and its claims anonymised. */
export function userGone(queryClient: QueryClient, id: number): void {
  queryClient.removeQueries({ queryKey: detailKey(id) })
  void queryClient.invalidateQueries({ queryKey: listKey() })
  for (const area of ['admin-orders', 'admin-claims', 'admin-products'])
    void queryClient.invalidateQueries({ queryKey: adminKey(area) })
}

export function fullName({ first_name, last_name, username }: User): string {
  return `${first_name} ${last_name}`.trim() || username
}
