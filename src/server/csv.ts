import Papa from 'papaparse'
import type { Page } from '../contract/endpoint.ts'
import { MAX_PAGE_SIZE } from '../contract/limits.ts'
import type { Pesos } from '../contract/money.ts'
import { dayInNumbers } from '../contract/place.ts'
import { dayOf } from './days.ts'

export const BOM = '\uFEFF'
/** With semicolons, Excel opens it with a double click in locales with decimal commas. */
export const DELIMITER = ';'
const NEWLINE = '\r\n'

/** Rows, each with its line end. A file for a spreadsheet begins with `BOM`; typed texts are made `neutral` first. */
export function csvRows(rows: string[][]): string {
  return rows.length === 0
    ? ''
    : `${Papa.unparse(rows, { delimiter: DELIMITER, newline: NEWLINE })}${NEWLINE}`
}

/** Always with centavos, so that a point can only be a thousands separator. */
export function csvMoney(pesos: Pesos): string {
  return pesos.toFixed(2).replace('.', ',')
}

/** The columns of a sheet by their headings. */
export type Columns<Row> = Record<string, (row: Row) => string>

/** Rows of a list that a sheet has at most. */
const MAX_SHEET_ROWS = 50_000

/** All pages of a list as a file for a spreadsheet, a part for each. */
export async function* sheetOfPages<Row>(
  columns: Columns<Row>,
  list: (paging: { page: number; page_size: number }) => Promise<Page<Row> | Row[]>,
): AsyncGenerator<string> {
  let part = `${BOM}${csvRows([Object.keys(columns)])}`
  for (let page = 1; page <= MAX_SHEET_ROWS / MAX_PAGE_SIZE; page += 1) {
    const answer = await list({ page, page_size: MAX_PAGE_SIZE })
    const { results, next } = Array.isArray(answer) ? { results: answer, next: null } : answer
    part += csvRows(results.map((row) => Object.values(columns).map((cell) => cell(row))))
    yield part
    if (next === null) return
    part = ''
  }
}

/** '20/11/2026' */
export function csvDay(instant: string): string {
  return dayInNumbers(dayOf(new Date(instant)))
}

/**
 * Spreadsheets run a cell that begins like a formula; an apostrophe before it makes it a text. A text with such an apostrophe
 * gets another one, so that removing one restores it exactly. Full-width signs count too, as Excel reads ＝ as =.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function neutral(text: string): string {
  return /^'*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
}
