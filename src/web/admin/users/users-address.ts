import { counted } from '../kit/counted.ts'
import { formatNumber } from '../../../contract/place.ts'

/** The filters in the address of the list of users. */
export interface UserSearch {
  /** Name, surname or username. */
  username?: string
  email?: string
  status?: 'active' | 'inactive'
}

/** Values that the server would ignore are dropped, so that the fields show the actual filters. */
export function readUserSearch(params: URLSearchParams): UserSearch {
  const status = params.get('status')
  return tidySearch({
    username: params.get('username') ?? '',
    email: params.get('email') ?? '',
    ...((status === 'active' || status === 'inactive') && { status }),
  })
}

/** The values of the fields while typing. */
export interface UserSearchDraft {
  username?: string
  email?: string
  status?: UserSearch['status'] | undefined
}

/** Trimmed, without empty values. */
export function tidySearch({ username, email, status }: UserSearchDraft): UserSearch {
  const words = username?.trim()
  const address = email?.trim()
  return { ...(words && { username: words }), ...(address && { email: address }), ...(status && { status }) }
}

export function isSameUserSearch(one: UserSearch, other: UserSearch): boolean {
  return one.username === other.username && one.email === other.email && one.status === other.status
}

/** '13-24 de 40 usuarios'; empty when there are none. */
export function rangeText(page: number, pageSize: number, shown: number, count: number): string {
  if (count === 0 || shown === 0) return ''
  const first = (page - 1) * pageSize + 1
  return `${formatNumber(first)}-${formatNumber(first + shown - 1)} de ${counted(count, 'usuario', 'usuarios')}`
}
