import { type KeyboardEvent, useRef } from 'react'
import { type CellName, CELLS } from '../../../../contract/catalog/cell-rules.ts'
import { formatPesos } from '../../../../contract/money.ts'
import { finalPriceOf } from '../product-draft.ts'
import { moveInGrid } from '../grid-keys.ts'
import { cellText, type GridRow, keyOf } from './grid-cells.ts'
import type { ProductGridState } from './use-product-grid.ts'
import '../../kit/lists.css'
import '../products-page.css'

const LABEL: Record<CellName, string> = { price: 'Precio', discount: 'Descuento', stock: 'Stock' }
const UNIT: Record<CellName, string> = { price: ' ($)', discount: ' (%)', stock: '' }

/**
 * A table with number fields for each presentation. Supports arrow keys, Enter and pasting blocks from a spreadsheet.
 */
export function ProductGrid({ grid }: { grid: ProductGridState }) {
  const box = useRef<HTMLDivElement>(null)
  const onKey = (event: KeyboardEvent) => moveInGrid(event, box.current, undefined)
  return (
    <>
      <p className="grid-how note">
        Escribir los números y guardarlos juntos. Las flechas y Enter pasan de celda, Esc deja la celda como
        estaba, Ctrl+Enter guarda. Se pueden pegar filas de una planilla: precio, descuento y stock.
      </p>
      <div className="admin-table-frame grid-frame" ref={box}>
        <table className="admin-table">
          <caption className="visually-hidden">Precios y stock de cada presentación</caption>
          <thead>
            <tr>
              <th scope="col">Presentación</th>
              {CELLS.map((cell) => (
                <th key={cell} scope="col">{`${LABEL[cell]}${UNIT[cell]}`}</th>
              ))}
              <th scope="col" className="admin-table-number">
                Precio final
              </th>
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row, place) => (
              <Row key={row.id} {...{ grid, row, place, onKey }} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Row(props: Omit<CellProps, 'cell'>) {
  const { grid, row } = props
  return (
    <tr>
      <th scope="row">
        {row.title}
        <span className="admin-product-brand note">{row.brand ?? 'Sin marca'}</span>
      </th>
      {CELLS.map((cell) => (
        <td key={cell}>
          <Cell {...props} cell={cell} />
        </td>
      ))}
      <td className="admin-table-number">{finalText(grid, row)}</td>
    </tr>
  )
}

function textOf({ typed }: ProductGridState, { id, values }: GridRow, cell: CellName): string {
  return typed[keyOf(id, cell)]?.text ?? cellText(cell, values[cell])
}

/** The final price for the typed values. */
function finalText(grid: ProductGridState, row: GridRow): string {
  const discount = textOf(grid, row, 'discount').replace('%', '')
  const final = finalPriceOf({ price: textOf(grid, row, 'price'), discount })
  return final === undefined ? '–' : final > 0 ? formatPesos(final) : 'Sin precio'
}

interface CellProps {
  grid: ProductGridState
  row: GridRow
  /** The row's index. */
  place: number
  cell: CellName
  onKey: (event: KeyboardEvent) => void
}

function Cell({ grid, row, place, cell, onKey }: CellProps) {
  const typed = grid.typed[keyOf(row.id, cell)]
  const noteId = `grid-note-${row.id}-${cell}`
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed) grid.restore(row, cell)
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) grid.save()
    else return onKey(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        className="field-control grid-input"
        aria-label={`${LABEL[cell]} de ${row.title}`}
        aria-invalid={typed?.error ? true : undefined}
        aria-describedby={typed ? noteId : undefined}
        inputMode={cell === 'stock' ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={16}
        data-cell={place}
        data-changed={typed ? '' : undefined}
        value={textOf(grid, row, cell)}
        onChange={(event) => grid.type(row, cell, event.target.value)}
        onBlur={() => grid.leave(row, cell)}
        onKeyDown={press}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (grid.paste(text, { row: place, cell })) event.preventDefault()
        }}
      />
      {typed && (
        <span className={typed.error ? 'field-error' : 'grid-was'} id={noteId}>
          {typed.error ?? `Antes: ${cellText(cell, typed.seen)}`}
        </span>
      )}
    </>
  )
}
