import { type CellName, CELLS } from '../../../../contract/catalog/cell-rules.ts'
import type { Product } from '../../../../contract/catalog/catalog.ts'
import { presentationTitle } from '../../../../contract/catalog/presentations.ts'
import {
  DISCOUNT,
  percentageError,
  PRICE,
  priceError,
  STOCK,
} from '../../../../contract/catalog/product-rules.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { parseAmount, unreadError } from '../../../../contract/amounts.ts'
import { amountText, tidyNumber } from '../amounts.ts'
import { countError } from '../product-draft.ts'

/** A row of the table. Pesos, percent, units. */
export interface GridRow {
  id: number
  title: string
  brand: string | null
  values: Record<CellName, number>
}

export function gridRows(products: Product[]): GridRow[] {
  return products.flatMap(({ blisters, name, type, brand }) =>
    blisters.map(({ id, seed_count, size, price = 0, discount = 0, stock }) => ({
      id,
      title: presentationTitle({ name, type, seed_count, size }),
      brand,
      values: { price, discount, stock },
    })),
  )
}

export type CellKey = `${number}.${CellName}`

/** The typed text of a cell, and the loaded value. */
interface TypedCell {
  text: string
  seen: number
  error?: string | undefined
  /** The current value after a conflict; the next save starts from it. */
  isStale?: boolean
}

/** Keyed by presentation and cell, so that edits survive filters and pages. */
export type TypedCells = Readonly<Record<CellKey, TypedCell>>

export const keyOf = (id: number, cell: CellName): CellKey => `${id}.${cell}`

export function entriesOf(typed: TypedCells): [CellKey, TypedCell][] {
  return Object.entries(typed) as [CellKey, TypedCell][] // safe: the keys of a record
}

export function cellText(cell: CellName, value: number): string {
  return cell === 'price' ? formatAmount(value) : amountText(value)
}

/** Parses '$ 18.400', '20 %', '9'; an empty discount is 0. Undefined for non-numbers. */
export function cellValue(cell: CellName, text: string): number | undefined {
  if (cell !== 'discount') return parseAmount(text)
  const percent = text.replace('%', '')
  return percent.trim() === '' ? 0 : parseAmount(percent)
}

export function cellError(cell: CellName, text: string): string | undefined {
  if (cell === 'stock') return countError(text, STOCK)
  const value = cellValue(cell, text)
  if (cell === 'discount') return percentageError(value ?? Number.NaN, DISCOUNT)
  return value === undefined ? unreadError(text, PRICE) : priceError(value)
}

/** The text as the table writes its value. */
export function tidyCell(cell: CellName, text: string): string {
  return tidyNumber(
    text,
    (value) => cellText(cell, value),
    (typed) => cellValue(cell, typed),
  )
}

/** Sets a cell's text; a cell with the loaded value is no longer an edit. */
export function withText(
  typed: TypedCells,
  { id, values }: GridRow,
  cell: CellName,
  text: string,
): TypedCells {
  const key = keyOf(id, cell)
  const { [key]: before, ...others } = typed
  const isStale = before?.isStale === true
  const seen = before === undefined || isStale ? values[cell] : before.seen
  return cellValue(cell, text) === seen ? others : { ...others, [key]: { text, seen } }
}

export interface CellsToSave {
  blister_id: number
  price?: { from: number; to: number }
  discount?: { from: number; to: number }
  stock?: { from: number; to: number }
}

/** The rows of the request; without errors. */
export function rowsToSave(typed: TypedCells, rows: GridRow[]): CellsToSave[] {
  const now = new Map(rows.map(({ id, values }) => [id, values]))
  const saving = new Map<number, CellsToSave>()
  for (const [key, { text, seen, isStale }] of entriesOf(typed)) {
    const { id, cell } = partsOf(key)
    const from = isStale ? (now.get(id)?.[cell] ?? seen) : seen
    const row = saving.get(id) ?? { blister_id: id }
    saving.set(id, { ...row, [cell]: { from, to: cellValue(cell, text) ?? from } })
  }
  return [...saving.values()]
}

/** The rows that undo a save. */
export function takenBack(saved: CellsToSave[]): TypedCells {
  return Object.fromEntries(
    saved.flatMap((row) =>
      CELLS.flatMap((cell) => {
        const change = row[cell]
        if (!change) return []
        return [[keyOf(row.blister_id, cell), { text: cellText(cell, change.from), seen: change.to }]]
      }),
    ),
  )
}

export function partsOf(key: CellKey): { id: number; cell: CellName } {
  const [id, cell] = key.split('.')
  return { id: Number(id), cell: CELLS.find((name) => name === cell) ?? 'price' }
}

/**
 * A block pasted from a spreadsheet: rows of tab-separated cells. Undefined for a single value, which the field
 * handles.
 */
export function pastedBlock(text: string): string[][] | undefined {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const block = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  return block.length === 1 && block[0]?.length === 1 ? undefined : block
}

interface Pasted {
  typed: TypedCells
  cells: number
  /** Rows of the block beyond the table. */
  cut: number
}

/** Pastes the block from a cell to the right and down; empty cells change nothing. */
export function withBlock(
  typed: TypedCells,
  { rows, block, from }: { rows: GridRow[]; block: string[][]; from: { row: number; cell: CellName } },
): Pasted {
  const columns = CELLS.slice(CELLS.indexOf(from.cell))
  let next = typed
  let cells = 0
  for (const [down, texts] of block.entries()) {
    const row = rows[from.row + down]
    for (const [right, cell] of columns.entries()) {
      const text = texts[right]
      if (!row || !text) continue
      next = withText(next, row, cell, tidyCell(cell, text))
      cells += 1
    }
  }
  return { typed: next, cells, cut: Math.max(0, from.row + block.length - rows.length) }
}
