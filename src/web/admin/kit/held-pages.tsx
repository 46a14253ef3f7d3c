import type { ReactNode } from 'react'
import { AsyncList, type AsyncListProps } from '../../ui/list/async-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { HeldNews, type HeldNewsProps } from './held-news.tsx'

interface HeldPagesProps extends AsyncListProps, HeldNewsProps {
  /** Rows on this page as shown; 0 shows `empty`, whatever `count` says. */
  shown: number
  page: number
  pageSize: number
  /** The query string of a page. */
  paramsOf: (page: number) => URLSearchParams
  pagesLabel: string
  /** Instead of the usual links. */
  pagination?: ReactNode
}

/** A polled list, page by page: its states, the button for held changes, its rows (`children`) and the links to its pages. */
export function HeldPages(props: HeldPagesProps) {
  const { list, one, many, shown, page, pageSize, paramsOf, pagesLabel, pagination, children, ...states } =
    props
  return (
    <AsyncList {...states} count={shown === 0 ? 0 : states.count}>
      <HeldNews list={list} one={one} many={many} />
      {children}
      {pagination ?? (
        <Pagination
          page={page}
          pages={Math.ceil(states.count / pageSize)}
          href={(to) => `?${paramsOf(to).toString()}`}
          label={pagesLabel}
        />
      )}
    </AsyncList>
  )
}
