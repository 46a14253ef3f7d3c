import type { Page } from '../../contract/endpoint.ts'
import type { PageQuery } from '../../contract/text.ts'

export interface Paging {
  page: number
  pageSize: number
  offset: number
}

/** Page and offset of a list query; `usualSize` is the default size. */
export function pagingOf(query: PageQuery, usualSize: number): Paging {
  const page = query.page ?? 1
  const pageSize = query.page_size || usualSize
  return { page, pageSize, offset: (page - 1) * pageSize }
}

/** For lists that are an array when the query has neither `page` nor `page_size`: then undefined. */
export function pagingAsked(query: PageQuery, usualSize: number): Paging | undefined {
  const isAsked = query.page !== undefined || query.page_size !== undefined
  return isAsked ? pagingOf(query, usualSize) : undefined
}

/** `{ results, count, next, previous }`; `path` is the endpoint's, without `/api`. */
export function pageOf<Item>(
  path: string,
  query: PageQuery & Record<string, unknown>,
  paging: Paging,
  { results, count }: { results: Item[]; count: number },
): Page<Item> {
  const { page, pageSize } = paging
  const at = (number: number) => `/api${path}?${queryString({ ...query, page: number, page_size: pageSize })}`
  return {
    results,
    count,
    next: page * pageSize < count ? at(page + 1) : null,
    previous: page > 1 ? at(Math.min(page - 1, Math.max(1, Math.ceil(count / pageSize)))) : null,
  }
}

/** A page of `size` rows, read with one more to know whether others follow; `before` is the cursor of those. */
export function cursorPage<Row, Item>(
  rows: Row[],
  size: number,
  { view, idOf }: { view: (row: Row) => Item; idOf: (row: Row) => number },
): { results: Item[]; before: number | null } {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return { results: shown.map(view), before: last && rows.length > size ? idOf(last) : null }
}

function queryString(query: Record<string, unknown>): string {
  const parts = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString()
}
