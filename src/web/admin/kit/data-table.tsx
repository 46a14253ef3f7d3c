import type { ReactNode } from 'react'
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

export interface Column<R, Kind extends string = string> {
  name: string
  /** On a phone's card; by default its name. */
  label?: string
  /** Numbers are on the right, buttons in one line. */
  kind?: 'number' | 'buttons'
  className?: string
  render: (row: RowProps<R, Kind>) => ReactNode
}

interface DataTableProps<R, Kind extends string> {
  /** For screen readers. */
  caption: string
  className?: string | undefined
  /** The first one names the row. */
  columns: readonly Column<R, Kind>[]
  rows: readonly RowProps<R, Kind>[]
}

/** The table of a list screen. On phones each row is a card with labelled cells. */
export function DataTable<R extends { id: number }, Kind extends string>(props: DataTableProps<R, Kind>) {
  const { caption, className, columns, rows } = props
  return (
    <div className={`admin-table-frame admin-table-cards ${className ?? ''}`.trimEnd()}>
      <table className="admin-table">
        <caption className="visually-hidden">{caption}</caption>
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
          {rows.map((row) => (
            <TableRow key={row.row.id} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TableRowProps<R, Kind extends string> {
  row: RowProps<R, Kind>
  columns: readonly Column<R, Kind>[]
}

function TableRow<R extends { id: number }, Kind extends string>({ row, columns }: TableRowProps<R, Kind>) {
  const [first, ...others] = columns
  return (
    <tr className={row.isGone ? 'is-gone' : undefined} data-row data-id={row.row.id} tabIndex={-1}>
      <th scope="row">
        {first?.render(row)}
        {row.isGone && <GoneNote />}
      </th>
      {others.map(({ name, label = name, kind, className, render }) => (
        <td key={name} data-label={label} className={classOf(kind, className)}>
          {kind === 'buttons' ? <div className="admin-table-actions">{render(row)}</div> : render(row)}
        </td>
      ))}
    </tr>
  )
}

function classOf(kind: Column<never>['kind'], own = ''): string | undefined {
  return `${kind === 'number' ? 'admin-table-number ' : ''}${own}`.trim() || undefined
}
