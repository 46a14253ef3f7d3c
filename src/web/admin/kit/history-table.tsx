import type { InfiniteData, QueryKey, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { type PlainColumn, PlainTable } from './data-table.tsx'
import './lists.css'

/** The query of a history: each answer says where the next one, of earlier rows, begins. */
export function historyQuery<Page extends { before: number | null }>(
  queryKey: QueryKey,
  ask: (before: number | undefined, signal: AbortSignal) => Promise<Page>,
) {
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: number | undefined; signal: AbortSignal }) =>
      ask(pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ before }: Page) => before ?? undefined,
  }
}

interface HistoryTableProps<Row> {
  query: UseInfiniteQueryResult<InfiniteData<{ results: Row[] }>>
  columns: readonly PlainColumn<Row>[]
  keyOf: (row: Row) => number
  errorText: string
  /** On phones each row is a card with labelled cells. */
  isCards?: boolean
}

/** A history, newest first, with a button for more rows. */
export function HistoryTable<Row>(props: HistoryTableProps<Row>) {
  const { query, columns, keyOf, errorText, isCards = false } = props
  if (query.isPending) return <LoadingNote />
  const problem = query.isError && <ErrorPanel title={errorText} onRetry={() => void query.refetch()} />
  if (!query.data) return problem
  const rows = query.data.pages.flatMap(({ results }) => results)
  return (
    <>
      <PlainTable isNamed={false} {...{ columns, rows, keyOf, isCards }} />
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

interface HistoryDialogProps<Row> extends HistoryTableProps<Row> {
  title: string
  onClose: () => void
}

/** A history in a dialog. Mount it to open it. */
export function HistoryDialog<Row>({ title, onClose, ...table }: HistoryDialogProps<Row>) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <HistoryTable {...table} />
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={onClose}>
          Cerrar
        </button>
      </div>
    </Dialog>
  )
}
