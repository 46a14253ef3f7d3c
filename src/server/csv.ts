import Papa from 'papaparse'
import type { Pesos } from '../contract/money.ts'

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

/**
 * Spreadsheets run a cell that begins like a formula; an apostrophe before it makes it a text. A text with such an apostrophe
 * gets another one, so that removing one restores it exactly. Full-width signs count too, as Excel reads ＝ as =.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function neutral(text: string): string {
  return /^'*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
}
