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
export function readSheet(text: string): { rows: SheetRow[]; problems: RowProblem[] } {
  const content = text.startsWith(BOM) ? text.slice(1) : text
  const head = content.split(/\r?\n/, 1)[0] ?? ''
  const parsed = Papa.parse<string[]>(content, {
    delimiter: count(head, ';') >= count(head, ',') ? ';' : ',',
    newline: content[head.length] === '\r' ? '\r\n' : '\n',
  })
  const [headers = [], ...lines] = parsed.data
  const problems = parsed.errors.map(({ row, message }) => ({
    row: (row ?? 0) + 1,
    text: `Las comillas no cierran bien (${message})`,
  }))
  const columns = headers.map((header) => columnOf(header))
  problems.push(...headerProblems(headers, columns))
  if (problems.length > 0) return { rows: [], problems }

  const rows: SheetRow[] = []
  for (const [place, cells] of lines.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const row = readRow(place + 2, columns, cells, problems)
    if (row) rows.push(row)
  }
  return { rows, problems }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** A column that is not understood would be lost without a word. */
function headerProblems(headers: string[], columns: (Column | undefined)[]): RowProblem[] {
  const problem = (text: string) => ({ row: 1, text })
  if (headers.every((header) => header.trim() === ''))
    return [problem('Falta la fila con los nombres de las columnas')]
  return headers.flatMap((header, place) => {
    const column = columns[place]
    if (!column) return problem(`No se conoce la columna «${header.slice(0, 60)}»`)
    return columns.indexOf(column) < place ? problem(`La columna «${header}» está repetida`) : []
  })
}

function readRow(
  row: number,
  columns: (Column | undefined)[],
  cells: string[],
  problems: RowProblem[],
): SheetRow | undefined {
  const read: SheetRow = { row, product: {}, blister: {}, identity: {} }
  const before = problems.length
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    problems.push({ row, text: 'Tiene más celdas que columnas (¿un texto con ; o , sin comillas?)' })
  for (const [place, column] of columns.entries()) {
    const cell = cells[place]
    if (!column || cell === undefined) continue
    try {
      const value = column.read(cell)
      if (value !== undefined) Object.assign(read[column.of], { [column.field]: value })
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error
      problems.push({ row, text: `${column.header} ${error.message}: «${cell.slice(0, 40)}»` })
    }
  }
  return problems.length === before ? read : undefined
}
