import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Right } from '../../../contract/accounts/roles.ts'
import { adminKey } from '../shell/admin-key.ts'
import { type Row, useHeldList } from './use-held-list.ts'
import type { ListAddress, Paged } from './list-address.ts'
import { IN_PLACE } from './in-place.ts'
import { useNow } from './use-now.ts'
import { useRowDialog } from './use-row-dialog.ts'
import { useStable } from './use-stable.ts'

interface Answer<R> {
  results: R[]
  count: number
}

/** What a list of the panel is: its address, the call that answers it, and which rows are in it. */
export interface ListSource<R extends { id: number }, Filter, A extends Answer<R> = Answer<R>> {
  /** Its query key, with all that a change of a row concerns. */
  name: string
  /** Tells lists of one name apart. */
  part?: string
  address: ListAddress<Filter>
  pageSize: number
  ask: (filter: Filter, page: { page: number; page_size: number }, signal: AbortSignal) => Promise<A>
  /** Where a list fetched along with its screen comes from, and the right it needs (`app/panel-routes.tsx`). */
  early?: (filter: Filter, page: { page: number; page_size: number }) => { address: string; needs: Right }
  /** Refetched after so many milliseconds, while the page is visible. */
  every?: number
  /**
   * Whether a row is in this list. A list that says so keeps its rows in place while they are polled, newest first; others
   * show each response as it is.
   */
  belongs?: (row: R, filter: Filter) => boolean
  /** Whether a row matches a text, for lists whose loaded rows are filtered at each key. */
  matches?: (row: R, text: string) => boolean
}

export function listQuery<R extends { id: number }, Filter, A extends Answer<R>>(
  { name, part = 'list', ask, pageSize, every, early }: ListSource<R, Filter, A>,
  { page, ...rest }: Paged<Filter>,
) {
  // safe: the filter without its page
  const filter = rest as Filter
  const asked = { page, page_size: pageSize }
  return queryOptions({
    queryKey: [...adminKey(name), part, filter, page],
    queryFn: ({ signal }) => ask(filter, asked, signal),
    // It is not fetched again when the screen mounts.
    ...(early && { meta: early(filter, asked), staleTime: 1_000 }),
    placeholderData: keepPreviousData,
    ...(every && {
      refetchInterval: every,
      refetchOnWindowFocus: 'always' as const,
    }),
  })
}

/** Replaces a row in every list of this name, then refetches them and all that shares their key. */
export async function showChangedRow(client: QueryClient, name: string, row: { id: number }) {
  const queryKey = [...adminKey(name), 'list']
  // A pending response would restore the old row.
  await client.cancelQueries({ queryKey })
  client.setQueriesData<Answer<{ id: number }>>(
    { queryKey },
    (list) =>
      list && { ...list, results: list.results.map((one) => (one.id === row.id ? { ...one, ...row } : one)) },
  )
  refetchList(client, name)
}

/** Refetches all that a change of a row concerns. */
export function refetchList(client: QueryClient, name: string): void {
  void client.invalidateQueries({ queryKey: adminKey(name) })
}

/** The filters in the address of a list. */
export function useListAddress<Filter>(address: ListAddress<Filter>) {
  const [params, setParams] = useSearchParams()
  const filter = address.read(params)
  return {
    filter,
    /** Changes filters; starts at the first page. Typing, and leaving a page that is gone, replace the address. */
    go: (change: Partial<Paged<Filter>>) =>
      setParams(address.write({ ...filter, page: 1, ...change }), {
        ...IN_PLACE,
        replace: 'search' in change || 'page' in change,
      }),
    paramsOf: (page: number) => address.write({ ...filter, page }),
    /** The address of the list with other filters. */
    hrefOf: (change: Partial<Filter>) => `?${address.write({ ...filter, page: 1, ...change }).toString()}`,
  }
}

/**
 * The state of a list screen: filters in the address, rows that stay in place, the dialog of a row (`Kind`: which one),
 * and what was done last.
 */
export function usePanelList<
  R extends { id: number },
  Filter,
  Kind extends string,
  A extends Answer<R> = Answer<R>,
>(source: ListSource<R, Filter, A>) {
  const { address, pageSize, belongs, matches } = source
  const { filter, go: goTo, ...links } = useListAddress(address)
  const query = useQuery(listQuery(source, filter))
  const box = useRef<HTMLDivElement>(null)
  // safe: only lists that say what belongs to them hold rows, and these have a time
  const data = (belongs ? query.data : undefined) as Answer<R & Row> | undefined
  const held = useHeldList<R & Row>({
    box,
    query: { data, isPlaceholderData: query.isPlaceholderData },
    listKey: address.write(filter).toString(),
    page: filter.page,
    pageSize,
    belongs: (row) => belongs?.(row, filter) ?? true,
  })
  const words = readWords(filter)
  const [typed, setTyped] = useTyped(words)
  const all: R[] = belongs ? held.rows : (query.data?.results ?? [])
  const rows = matches ? all.filter((row) => matches(row, typed)) : all
  const dialog = useRowDialog<Kind, R>(all)
  const [done, setDone] = useState('')
  const go = (change: Partial<Paged<Filter>>) => {
    setDone('')
    goTo(change)
  }
  return {
    ...links,
    pageSize,
    filter,
    query,
    box,
    /** The rows shown. */
    rows,
    gone: held.gone,
    news: held,
    count: query.data?.count ?? 0,
    now: useNow(),
    dialog,
    /** Opens a dialog about a row. */
    act: useStable(dialog.show),
    /** What was done last, in words. */
    done,
    say: setDone,
    search: words,
    type: setTyped,
    /** Puts a search into the address. */
    searchFor: (text: string) => {
      setTyped(text)
      // safe: only a list with a search in its address is searched
      if (text !== words) go({ search: text } as unknown as Partial<Paged<Filter>>)
    },
    go,
    /** Removes a row, for example a deleted one; the next one takes the focus. */
    drop: (id: number) => held.drop(id),
    /** Call it with a changed row: closes its dialog; a row that no longer belongs to the list is removed. */
    settle: (row: R, said: string) => {
      dialog.close()
      // safe: rows of a list that holds them
      if (belongs && !belongs(row, filter)) held.drop(row.id, rows as (R & Row)[])
      setDone(said)
    },
    /** Call it with all rows that one action changed: those that no longer belong to the list are removed. */
    settleAll: (changed: readonly R[]) =>
      belongs && held.leave(changed.filter((row) => !belongs(row, filter)).map(({ id }) => id)),
  }
}

/** The state of a list screen without pages in its address: its rows come all at once, or more at each press. */
export function useWholeList<Query, R extends { id: number }, Kind extends string>(
  query: Query,
  rows: readonly R[],
  count = rows.length,
) {
  const dialog = useRowDialog<Kind, R>(rows)
  return {
    pageSize: count + 1,
    filter: { page: 1 },
    query,
    box: useRef<HTMLDivElement>(null),
    rows,
    gone: NONE_GONE,
    news: NO_NEWS,
    count,
    now: useNow(),
    dialog,
    act: useStable(dialog.show),
    done: '',
    search: '',
    type: () => {},
    searchFor: () => {},
    paramsOf: () => new URLSearchParams(),
  }
}

const NONE_GONE: ReadonlySet<number> = new Set()
const NO_NEWS = { hasNews: false, fresh: 0, show: () => {} }

function readWords(filter: object): string {
  return 'search' in filter && typeof filter.search === 'string' ? filter.search : ''
}

/** The typed text; follows the search of the address when that changes. */
function useTyped(search: string) {
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  if (search !== known) {
    setKnown(search)
    setTyped(search)
  }
  return [typed, setTyped] as const
}
