import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import './lists.css'

interface HistoryTableProps<Row> {
  query: UseInfiniteQueryResult<InfiniteData<{ results: Row[] }>>
  columns: readonly string[]
  /** The column of numbers. */
  numbers: string
  errorText: string
  /** On phones each row is a card with labelled cells. */
  isCards?: boolean
  /** A `tr` with a key. */
  renderRow: (row: Row) => ReactNode
}

/** A history, newest first, with a button for more rows. */
export function HistoryTable<Row>(props: HistoryTableProps<Row>) {
  const { query, columns, numbers, errorText, isCards = false, renderRow } = props
  if (query.isPending) return <LoadingNote />
  const problem = query.isError && <ErrorPanel title={errorText} onRetry={() => void query.refetch()} />
  if (!query.data) return problem
  return (
    <>
      <div className={`admin-table-frame${isCards ? ' admin-table-cards' : ''}`}>
        <table className="admin-table">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" className={name === numbers ? 'admin-table-number' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{query.data.pages.flatMap(({ results }) => results).map(renderRow)}</tbody>
        </table>
      </div>
      {problem}
      {query.hasNextPage && (
        <BusyButton
          className="secondary"
          busy={query.isFetchingNextPage}
          busyText="Cargando…"
          onClick={() => void query.fetchNextPage()}
        >
          Ver más
        </BusyButton>
      )}
    </>
  )
}
