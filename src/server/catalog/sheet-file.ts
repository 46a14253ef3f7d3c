import Papa from 'papaparse'
import type { Product } from '../../contract/catalog.ts'
import { type CellValue, type Column, COLUMNS, columnOf, rowsOf, WrongCell } from './spreadsheet.ts'

/** A row of a sheet that could be read: only what its cells say. */
export interface SheetRow {
  /** As the spreadsheet counts: the headers are row 1. */
  row: number
  /** Under the names of the form's schema; an empty cell that says nothing is missing. */
  product: Record<string, CellValue>
  blister: Record<string, CellValue>
  identity: { id?: number; version?: number; blister?: number }
}

export interface RowProblem {
  row: number
  text: string
}

/** How many problems of a sheet are told; whoever mends a hundred rows tries again. */
const TOLD = 100

/** What is wrong with a sheet: all of it is counted, the first rows are kept, however many are wrong. */
export class Problems {
  count = 0
  #kept: RowProblem[] = []

  add(row: number, text: string): void {
    this.count += 1
    this.#kept.push({ row, text })
    if (this.#kept.length === 2 * TOLD) this.#kept = this.first()
  }

  copy(): Problems {
    const copy = new Problems()
    copy.count = this.count
    copy.#kept = this.first()
    return copy
  }

  /** In the order of the rows. */
  first(): RowProblem[] {
    return this.#kept.toSorted((a, b) => a.row - b.row).slice(0, TOLD)
  }
}

const BOM = '\uFEFF'
/** What Excel opens with a double click where decimals have a comma. */
const DELIMITER = ';'
const NEWLINE = '\r\n'

export function sheetHead(): string {
  return `${BOM}${COLUMNS.map(({ header }) => header).join(DELIMITER)}${NEWLINE}`
}

export function sheetRows(products: Product[]): string {
  const rows = products.flatMap(rowsOf)
  return rows.length === 0
    ? ''
    : `${Papa.unparse(rows, { delimiter: DELIMITER, newline: NEWLINE })}${NEWLINE}`
}

/** As Excel saves it: UTF-8, or Windows-1252 where somebody chose the older CSV. */
export function decodeSheet(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Reads what it can and says what is wrong with the rest, so that all of it is known at once. */
export function readSheet(text: string): { rows: SheetRow[]; problems: Problems } {
  const content = text.startsWith(BOM) ? text.slice(1) : text
  const head = content.split(/\r?\n/, 1)[0] ?? ''
  // Where headers or quotes are wrong, what the cells seem to say means nothing.
  const broken = new Problems()
  const problems = new Problems()
  const rows: SheetRow[] = []
  let columns: (Column | undefined)[] | undefined
  let row = 0
  Papa.parse<string[]>(content, {
    delimiter: count(head, ';') >= count(head, ',') ? ';' : ',',
    newline: content[head.length] === '\r' ? '\r\n' : '\n',
    // Row by row: all of them at once would keep an error for each.
    step({ data: cells, errors }) {
      row += 1
      for (const { message } of errors) broken.add(row, `Las comillas no cierran bien (${message})`)
      if (!columns) {
        columns = cells.map((header) => columnOf(header))
        findWrongHeaders(cells, columns, broken)
      } else if (broken.count === 0 && cells.some((cell) => cell.trim() !== '')) {
        const read = readRow(row, columns, cells, problems)
        if (read) rows.push(read)
      }
    },
  })
  if (!columns) findWrongHeaders([], [], broken)
  return broken.count > 0 ? { rows: [], problems: broken } : { rows, problems }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** A column that is not understood would be lost without a word. */
function findWrongHeaders(headers: string[], columns: (Column | undefined)[], problems: Problems): void {
  if (headers.every((header) => header.trim() === ''))
    return problems.add(1, 'Falta la fila con los nombres de las columnas')
  for (const [place, header] of headers.entries()) {
    const column = columns[place]
    if (!column) problems.add(1, `No se conoce la columna «${header.slice(0, 60)}»`)
    else if (columns.indexOf(column) < place) problems.add(1, `La columna «${header}» está repetida`)
  }
}

function readRow(
  row: number,
  columns: (Column | undefined)[],
  cells: string[],
  problems: Problems,
): SheetRow | undefined {
  const read: SheetRow = { row, product: {}, blister: {}, identity: {} }
  const before = problems.count
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    problems.add(row, 'Tiene más celdas que columnas (¿un texto con ; o , sin comillas?)')
  for (const [place, column] of columns.entries()) {
    const cell = cells[place]
    if (!column || cell === undefined) continue
    try {
      const value = column.read(cell)
      if (value !== undefined) Object.assign(read[column.of], { [column.field]: value })
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error
      problems.add(row, `${column.header} ${error.message}: «${cell.slice(0, 40)}»`)
    }
  }
  return problems.count === before ? read : undefined
}
