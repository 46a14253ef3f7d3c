import { type KeyboardEvent, useRef } from 'react'
import { type CellName, CELLS } from '../../../../contract/catalog/cell-rules.ts'
import { DiscardButton } from '../../../forms/discard-or-save.tsx'
import { LeaveDialog } from '../../../forms/leave-dialog.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { counted } from '../../kit/counted.ts'
import { type PlainColumn, PlainTable } from '../../kit/data-table.tsx'
import { formatPesos } from '../../../../contract/money.ts'
import { finalPriceOf } from '../product-draft.ts'
import { moveInGrid } from '../grid-keys.ts'
import { cellText, entriesOf, type GridRow, keyOf, takenBack } from './grid-cells.ts'
import type { ProductGridState } from './use-product-grid.ts'
import '../../../forms/forms.css'
import '../products-page.css'

const LABEL: Record<CellName, string> = { price: 'Precio', discount: 'Descuento', stock: 'Stock' }
const UNIT: Record<CellName, string> = { price: ' ($)', discount: ' (%)', stock: '' }

/**
 * A table with number fields for each presentation. Supports arrow keys, Enter and pasting blocks from a spreadsheet.
 */
export function ProductGrid({ grid }: { grid: ProductGridState }) {
  const box = useRef<HTMLDivElement>(null)
  const onKey = (event: KeyboardEvent) => moveInGrid(event, box.current, undefined)
  const columns: PlainColumn<GridRow>[] = [
    {
      name: 'Presentación',
      render: (row) => (
        <>
          {row.title}
          <span className="admin-product-brand note">{row.brand ?? 'Sin marca'}</span>
        </>
      ),
    },
    ...CELLS.map((cell) => ({
      name: `${LABEL[cell]}${UNIT[cell]}`,
      render: (row: GridRow, place: number) => <Cell {...{ grid, row, place, cell, onKey }} />,
    })),
    { name: 'Precio final', kind: 'number', render: (row) => finalText(grid, row) },
  ]
  return (
    <>
      <p className="grid-how note">
        Escribir los números y guardarlos juntos. Las flechas y Enter pasan de celda, Esc deja la celda como
        estaba, Ctrl+Enter guarda. Se pueden pegar filas de una planilla: precio, descuento y stock.
      </p>
      <PlainTable
        ref={box}
        className="grid-frame"
        isCards={false}
        caption="Precios y stock de cada presentación"
        columns={columns}
        rows={grid.rows}
        keyOf={({ id }) => id}
      />
    </>
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

/** Saves all edits, on any page of the list; afterwards offers undo. */
export function GridBar({ grid }: { grid: ProductGridState }) {
  const cells = entriesOf(grid.typed)
  if (cells.length === 0 && !grid.saved) return null
  return (
    <div className="save-bar" data-bottom-bar>
      {cells.length > 0 ? <Unsaved grid={grid} /> : <Saved grid={grid} />}
      <LeaveDialog blocker={grid.blocker} />
    </div>
  )
}

function Unsaved({ grid }: { grid: ProductGridState }) {
  const cells = entriesOf(grid.typed)
  const wrong = cells.filter(([, { error }]) => error).length
  return (
    <>
      <output className="strong">
        {grid.said || changesText(cells.length)}
        {wrong > 0 && ` · ${wrong} para revisar`}
      </output>
      <div className="save-bar-actions">
        <DiscardButton
          form={{ isDirty: true, isBusy: grid.isBusy, restart: grid.discard }}
          warning="Se pierde lo escrito."
        />
        <BusyButton busy={grid.isBusy} busyText="Guardando…" onClick={grid.save}>
          {`Guardar ${changesText(cells.length)}`}
        </BusyButton>
      </div>
    </>
  )
}

/** The focused button is gone. */
function focus(words: HTMLElement | null): void {
  if (document.activeElement === document.body) words?.focus()
}

function Saved({ grid }: { grid: ProductGridState }) {
  const count = entriesOf(takenBack(grid.saved ?? [])).length
  return (
    <>
      <output className="strong" ref={focus} tabIndex={-1}>
        {count === 1 ? 'Se guardó 1 cambio.' : `Se guardaron ${changesText(count)}.`}
      </output>
      <div className="save-bar-actions">
        <BusyButton className="secondary" busy={grid.isBusy} busyText="Deshaciendo…" onClick={grid.undo}>
          Deshacer
        </BusyButton>
      </div>
    </>
  )
}

function changesText(count: number): string {
  return counted(count, 'cambio', 'cambios')
}
