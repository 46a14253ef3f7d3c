import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { GoneNote } from './held-news.tsx'
import './lists.css'

/** A row on the screen, and what it needs besides its record. */
export interface RowProps<R, Kind extends string = string> {
  row: R
  /** Shown, but no longer in this list. */
  isGone: boolean
  now: number
  /** Opens a dialog about the row. */
  act: (kind: Kind, row: R) => void
}

/** A column of a table; `at` is the place of the row. */
export interface PlainColumn<Row> {
  name: string
  /** On a phone's card; by default its name. */
  label?: string
  /** Numbers are on the right, buttons in one line. */
  kind?: 'number' | 'buttons'
  className?: string
  render: (row: Row, at: number) => ReactNode
}

export type Column<R, Kind extends string = string> = PlainColumn<RowProps<R, Kind>>

interface DataTableProps<R, Kind extends string> {
  /** For screen readers. */
  caption: string
  className?: string | undefined
  /** The first one names the row. */
  columns: readonly Column<R, Kind>[]
  rows: readonly RowProps<R, Kind>[]
}

/** The table of a list screen. */
export function DataTable<R extends { id: number }, Kind extends string>(props: DataTableProps<R, Kind>) {
  const columns = props.columns.map((column, at) => (at === 0 ? withGoneNote(column) : column))
  return (
    <PlainTable
      {...props}
      columns={columns}
      keyOf={({ row }) => row.id}
      rowProps={({ row, isGone }) => ({
        className: isGone ? 'is-gone' : undefined,
        'data-row': true,
        'data-id': row.id,
        tabIndex: -1,
      })}
    />
  )
}

function withGoneNote<R, Kind extends string>(column: Column<R, Kind>): Column<R, Kind> {
  const { render: head } = column
  return {
    ...column,
    render: (row, at) => (
      <>
        {head(row, at)}
        {row.isGone && <GoneNote />}
      </>
    ),
  }
}

interface PlainTableProps<Row> extends HTMLAttributes<HTMLDivElement> {
  /** For screen readers. */
  caption?: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & Partial<Record<`data-${string}`, unknown>>
  /** False: no column names the row. */
  isNamed?: boolean
  /** On phones each row is a card with labelled cells. */
  isCards?: boolean
  ref?: Ref<HTMLDivElement>
}

/** A table whose rows are not chosen by keys. Attributes are those of its frame. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    keyOf,
    rowProps,
    isNamed = true,
    isCards = true,
    className,
    ...frame
  } = props
  const look = `admin-table-frame${isCards ? ' admin-table-cards' : ''} ${className ?? ''}`
  return (
    <div {...frame} className={look.trimEnd()}>
      <table className="admin-table">
        {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" className={kind === 'number' ? 'admin-table-number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row)} {...rowProps?.(row)}>
              {columns.map((column, place) =>
                isNamed && place === 0 ? (
                  <th key={column.name} scope="row">
                    {column.render(row, at)}
                  </th>
                ) : (
                  <td key={column.name} data-label={column.label ?? column.name} className={classOf(column)}>
                    {column.kind === 'buttons' ? (
                      <div className="admin-table-actions">{column.render(row, at)}</div>
                    ) : (
                      column.render(row, at)
                    )}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function classOf({ kind, className = '' }: PlainColumn<never>): string | undefined {
  return `${kind === 'number' ? 'admin-table-number ' : ''}${className}`.trim() || undefined
}
