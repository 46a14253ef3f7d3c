import Papa from 'papaparse'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { pacing } from '../../pace.ts'
import { BOM, csvRows, DELIMITER } from '../../csv.ts'
import { misreadIn } from './misread.ts'
import {
  type CellValue,
  type Column,
  COLUMNS,
  columnOf,
  refuseErrorValue,
  rowsOf,
  WrongCell,
} from './spreadsheet.ts'

/** A valid row of a sheet. */
export interface SheetRow {
  /** As numbered in a spreadsheet; the headers are row 1. */
  row: number
  /** Values by field of the form's schema; without ignored empty cells. */
  product: Record<string, CellValue>
  blister: Record<string, CellValue>
  identity: { id?: number; version?: number; blister?: number }
}

export interface RowProblem {
  row: number
  text: string
}

/** Problems reported at once; after correcting a hundred rows people try again. */
const REPORTED = 100

/** The problems of a sheet: counts all, and keeps those of the first rows. */
export class Problems {
  count = 0
  #kept: RowProblem[] = []

  add(row: number, text: string): void {
    this.count += 1
    this.#kept.push({ row, text })
    if (this.#kept.length === 2 * REPORTED) this.#kept = this.first()
  }

  copy(): Problems {
    const copy = new Problems()
    copy.count = this.count
    copy.#kept = this.first()
    return copy
  }

  /** By row. */
  first(): RowProblem[] {
    return this.#kept.toSorted((a, b) => a.row - b.row).slice(0, REPORTED)
  }
}

/** Tabs are those of Excel's Unicode text. */
const READ_DELIMITERS = [DELIMITER, ',', '\t']
const UTF16_BOMS = new Map([
  ['255,254', 'utf-16le'],
  ['254,255', 'utf-16be'],
])

export function sheetHead(): string {
  return `${BOM}${csvRows([COLUMNS.map(({ header }) => header)])}`
}

export function sheetRows(products: Product[]): string {
  return csvRows(products.flatMap(rowsOf))
}

/** As Excel saves it: UTF-8, Windows-1252 for its older CSV format, or UTF-16 for its Unicode text. */
export function decodeSheet(bytes: Uint8Array): string {
  const utf16 = UTF16_BOMS.get(`${bytes[0]},${bytes[1]}`)
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const SAVE_AS_UTF8 = 'la planilla está en otra codificación. Guardala como «CSV UTF-8»'

/** Reads the valid rows and reports the problems of all others at once. Lets other requests in, as a sheet has thousands. */
export async function readSheet(text: string): Promise<{ rows: SheetRow[]; problems: Problems }> {
  // With wrong headers or quotes, cells cannot be interpreted: reports only these problems.
  const broken = new Problems()
  const problems = new Problems()
  const rows: SheetRow[] = []
  let columns: (Column | undefined)[] | undefined
  let row = 0
  await eachRow(text, ({ data: cells, errors }) => {
    row += 1
    const misread = misreadIn(cells)
    if (misread !== undefined) broken.add(row, `«${misread}» no se lee bien: ${SAVE_AS_UTF8}`)
    for (const { message } of errors) broken.add(row, `Las comillas no cierran bien (${message})`)
    if (!columns) {
      const headers = cells.slice(0, cells.findLastIndex((header) => header.trim() !== '') + 1)
      columns = headers.map((header) => columnOf(header))
      findWrongHeaders(headers, columns, broken)
    } else if (broken.count === 0 && cells.some((cell) => cell.trim() !== '')) {
      const read = readRow(row, columns, cells, problems)
      if (read) rows.push(read)
    }
  })
  if (!columns) findWrongHeaders([], [], broken)
  return broken.count > 0 ? { rows: [], problems: broken } : { rows, problems }
}

/** Row by row, as reading all at once would keep an error for each; pauses for others. */
function eachRow(text: string, take: (row: Papa.ParseStepResult<string[]>) => void): Promise<void> {
  // Excel hides the line `sep=;` and numbers the rows after it.
  const [said = '', separator] = /^\uFEFF?(?:"?sep=([;,\t])"?[^\r\n]*(?:\r\n|\r|\n))?/i.exec(text) ?? []
  const content = text.slice(said.length)
  const [head = '', newline] = /^([^\r\n]*)(\r\n|\r|\n)?/.exec(content)?.slice(1) ?? []
  const isTime = pacing()
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(content, {
      delimiter:
        separator ?? READ_DELIMITERS.toSorted((a, b) => count(head, b) - count(head, a))[0] ?? DELIMITER,
      // A Mac's older Excel ends lines with \r alone.
      newline: newline === '\r\n' || newline === '\r' ? newline : '\n',
      step(row, parser) {
        try {
          take(row)
        } catch (error) {
          parser.abort()
          reject(error)
          return
        }
        if (!isTime()) return
        parser.pause()
        setImmediate(() => parser.resume())
      },
      complete: () => resolve(),
    })
  })
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** Unknown columns are refused instead of silently ignored. */
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
      refuseErrorValue(cell)
      const value = column.read(cell)
      if (value !== undefined) Object.assign(read[column.of], { [column.field]: value })
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error
      problems.add(row, `${column.header} ${error.message}: «${cell.slice(0, 40)}»`)
    }
  }
  return problems.count === before ? read : undefined
}
