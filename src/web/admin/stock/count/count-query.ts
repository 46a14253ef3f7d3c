import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { COUNT_VIEWS } from '../../../../contract/catalog/stock-rules.ts'
import type { CountLine } from '../../../../contract/catalog/stock-counts.ts'
import { listCountLines, listCounts } from '../../../../contract/catalog/calls.ts'
import { type AnswerOf, call } from '../../../data/api.ts'
import { stockChanged, stockKey } from '../stock-query.ts'

export const COUNT_PAGE_SIZE = 50
/** Polled, as others count too. */
const REFRESH_MS = 30_000

type CountView = (typeof COUNT_VIEWS)[number]

/** Parameters of a count's address. */
export interface CountFilter {
  search: string
  view: CountView | undefined
  page: number
}

export function readCountView(params: URLSearchParams): CountView | undefined {
  return COUNT_VIEWS.find((view) => view === params.get('view'))
}

const countsKey = () => [...stockKey(), 'counts']

export const countList = () =>
  queryOptions({
    queryKey: [...countsKey(), 'list'],
    queryFn: async ({ signal }) => (await call(listCounts, { signal })).results,
    refetchInterval: REFRESH_MS,
  })

export const countLines = (id: number, { search, view, page }: CountFilter) =>
  queryOptions({
    queryKey: [...countsKey(), 'lines', id, search, view, page],
    queryFn: ({ signal }) =>
      call(listCountLines, {
        params: { id },
        query: { search: search || undefined, view, page, page_size: COUNT_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

type Lines = AnswerOf<typeof listCountLines>

/** Shows a stored line; its row stays in the view until the next refresh. */
export function lineWritten(client: QueryClient, id: number, line: CountLine): void {
  const isOfCount = { queryKey: [...countsKey(), 'lines', id] }
  client.setQueriesData<Lines>(
    isOfCount,
    (lines) =>
      lines && {
        ...lines,
        results: lines.results.map((each) => (each.blister_id === line.blister_id ? line : each)),
      },
  )
  void client.invalidateQueries({ queryKey: [...countsKey(), 'list'] })
}

/** Refetches counts and stock after starting or closing a count. */
export function countChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: countsKey() })
  stockChanged(client)
}
