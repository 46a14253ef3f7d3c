import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import './table.css'

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
export function HistoryTable<Row>({
  query,
  columns,
  numbers,
  errorText,
  isCards = false,
  renderRow,
}: HistoryTableProps<Row>) {
  if (query.isPending) return <LoadingNote />
  if (query.isError) return <ErrorPanel title={errorText} onRetry={() => void query.refetch()} />
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
      {query.hasNextPage && (
        <button type="button" className="button secondary" onClick={() => void query.fetchNextPage()}>
          Ver más
        </button>
      )}
    </>
  )
}
