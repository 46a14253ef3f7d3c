/** What the list of users is narrowed by, as its address says it. */
export interface UserSearch {
  /** Name, surname or username. */
  username?: string
  email?: string
  status?: 'active' | 'inactive'
}

/** Values the server would ignore are left out, so that the fields say what the list shows. */
export function readUserSearch(params: URLSearchParams): UserSearch {
  const status = params.get('status')
  return tidySearch({
    username: params.get('username') ?? '',
    email: params.get('email') ?? '',
    ...((status === 'active' || status === 'inactive') && { status }),
  })
}

/** As the fields hold it while somebody writes. */
export interface UserSearchDraft {
  username?: string
  email?: string
  status?: UserSearch['status'] | undefined
}

/** Trimmed, and without what is empty. */
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
  return `${first}-${first + shown - 1} de ${count} ${count === 1 ? 'usuario' : 'usuarios'}`
}
