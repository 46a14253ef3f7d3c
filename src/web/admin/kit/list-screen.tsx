import { Fragment, type HTMLAttributes, type ReactNode, type RefObject } from 'react'
import { AsyncList, type ListState } from '../../ui/list/async-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { SkeletonPart } from '../../ui/list/card-skeleton.tsx'
import { counted } from './counted.ts'
import { type Column, DataTable, type RowProps } from './data-table.tsx'
import { HeldNews, type HeldNewsProps } from './held-news.tsx'
import { ListHead } from './list-head.tsx'
import { RefreshButton, type RefreshButtonProps, useFailureToast } from './refresh-button.tsx'
import { RowSkeletons } from './row-skeletons.tsx'
import { SearchField } from './search-field.tsx'
import { type ListView, useListView } from './use-list-view.ts'
import { ViewChoice } from './view-choice.tsx'
import './lists.css'

type Plural = readonly [one: string, many: string]

/** The texts of a list. */
interface ListWords {
  title: string
  /** Beside the title. */
  titleCount?: string
  rows: Plural
  /** Rows that came in while the list was open; only of lists that hold their rows. */
  fresh?: Plural
  refreshed: string
  loadFailed: string
  /** By default `loadFailed`. */
  refreshFailed?: string
  /** The label of the list for screen readers. */
  list?: string
  pages?: string
}

/** The state of a list, of `usePanelList` or `useWholeList`. */
interface ShownList<R, Kind extends string> {
  query: ListState & { refetch: RefreshButtonProps['refetch'] }
  box: RefObject<HTMLDivElement | null>
  rows: readonly R[]
  gone: ReadonlySet<number>
  news: HeldNewsProps['list']
  count: number
  filter: { page: number }
  pageSize: number
  paramsOf: (page: number) => URLSearchParams
  now: number
  act: (kind: Kind, row: R) => void
  done: string
  /** The search in the address. */
  search: string
  type: (text: string) => void
  searchFor: (text: string) => void
}

interface ListScreenProps<R extends { id: number }, Kind extends string> {
  list: ShownList<R, Kind>
  words: ListWords
  countText?: string
  /** Instead of `loadFailed`, for an error of its own. */
  errorText?: string | undefined
  /** The next thing to do. */
  actions?: ReactNode
  /** Behind '⋯': what is done more rarely. */
  more?: ReactNode
  refresh?: Partial<RefreshButtonProps>
  /** Present if the list can be searched. */
  search?: { label: string; placeholder: string }
  /** The views of the list: tabs or chips, in one line with the search on a desk. */
  views?: ReactNode
  /** Beside the search. */
  tools?: ReactNode
  /** Between that line and the rows. */
  filters?: ReactNode
  /** Class names of the list, its skeletons and its table. */
  look: {
    list: string
    isOrdered?: boolean
    skeleton: string
    table?: string
    parts?: readonly SkeletonPart[]
    count?: number
  }
  /** A card with the row's data; absent: the list is always a table. */
  renderCard?: (row: RowProps<R, Kind>) => ReactNode
  /** On desks a table can be chosen instead of cards. */
  columns?: readonly Column<R, Kind>[]
  /** Instead of a table of columns. */
  renderTable?: (rows: RowProps<R, Kind>[]) => ReactNode
  /** For screens with views of their own. */
  view?: ListView
  viewChoice?: ReactNode
  empty: ReactNode
  /** Of the element around the rows. */
  panel?: HTMLAttributes<HTMLDivElement>
  /** Below the rows, or what stands instead of them. */
  after?: ReactNode
  /** Instead of the usual links to pages. */
  pagination?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A screen with a list: its head, search and filters, rows as cards or table, and its states. */
export function ListScreen<R extends { id: number }, Kind extends string>(props: ListScreenProps<R, Kind>) {
  const { list, words, actions, more, refresh, search, views, tools, filters, renderCard, children } = props
  const hasTable = props.columns !== undefined || props.renderTable !== undefined
  const chosen = useListView()
  const view = props.view ?? chosen.view
  const { loadFailed, refreshFailed = loadFailed } = words
  useFailureToast(list.query.isError, refreshFailed)
  const head = {
    title: words.title,
    more,
    ...(words.titleCount !== undefined && { count: words.titleCount }),
  }
  return (
    <>
      <ListHead
        {...head}
        tools={
          <>
            {renderCard &&
              hasTable &&
              chosen.isWide &&
              (props.viewChoice ?? <ViewChoice label="Forma de la lista" view={view} />)}
            <RefreshButton
              refetch={list.query.refetch}
              words={{ done: words.refreshed, failed: refreshFailed }}
              isPolled={words.fresh !== undefined}
              {...refresh}
            />
          </>
        }
      >
        {actions}
      </ListHead>
      <div className="admin-bar">
        {views}
        <div className="admin-tools">
          {search && (
            <SearchField {...search} value={list.search} onType={list.type} onSearch={list.searchFor} />
          )}
          {tools}
          <output className="admin-done">{list.done}</output>
        </div>
      </div>
      {filters}
      <ListRows {...props} view={renderCard && (view === 'cards' || !hasTable) ? 'cards' : 'table'} />
      {children}
    </>
  )
}

type RowsProps<R extends { id: number }, Kind extends string> = ListScreenProps<R, Kind> & {
  view: 'cards' | 'table'
}

function ListRows<R extends { id: number }, Kind extends string>(props: RowsProps<R, Kind>) {
  const { list, words, view, look, renderCard, columns = [], empty, pagination } = props
  const { renderTable, panel, after } = props
  const { box, query, count, news, filter, pageSize, paramsOf } = list
  const { loadFailed, refreshFailed = loadFailed, rows: names } = words
  const rows = list.rows.map((row) => ({
    row,
    isGone: list.gone.has(row.id),
    now: list.now,
    act: list.act,
  }))
  const List = look.isOrdered ? 'ol' : 'ul'
  const [one, many] = words.fresh ?? names
  return (
    <div ref={box} {...panel}>
      <AsyncList
        state={query}
        count={rows.length === 0 ? 0 : count}
        countText={props.countText ?? counted(count, ...names)}
        skeleton={<RowSkeletons list={look.list} row={look.skeleton} parts={look.parts} count={look.count} />}
        empty={
          <>
            {empty}
            {after}
          </>
        }
        errorText={props.errorText ?? (query.dataUpdatedAt > 0 ? refreshFailed : loadFailed)}
      >
        <HeldNews list={news} one={one} many={many} />
        {view === 'table' || !renderCard ? (
          (renderTable?.(rows) ?? (
            <DataTable
              caption={words.list ?? words.title}
              className={look.table}
              columns={columns}
              rows={rows}
            />
          ))
        ) : (
          <List className={look.list} aria-label={words.list}>
            {rows.map((row) => (
              <Fragment key={row.row.id}>{renderCard(row)}</Fragment>
            ))}
          </List>
        )}
        {pagination ?? (
          <Pagination
            page={filter.page}
            pages={Math.ceil(count / pageSize)}
            href={(to) => `?${paramsOf(to).toString()}`}
            label={words.pages ?? 'Páginas'}
          />
        )}
        {after}
      </AsyncList>
    </div>
  )
}
