import { readFile } from 'node:fs/promises'
import type * as contract from '../../../contract/catalog/sheets.ts'
import { XLSX_REFUSED } from '../../../contract/catalog/sheets.ts'
import { DomainError, invalid } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { exportProducts, importProducts } from './import-products.ts'
import { decodeSheet } from './sheet-file.ts'

/** The first bytes of a zip, which .xlsx and .ods are, and of the older .xls. */
const EXCEL = ['504b0304', 'd0cf11e0']

export async function downloadSheet({ shop }: InputOf<typeof contract.exportProducts>) {
  let sheet = ''
  for await (const part of exportProducts(shop.db)) sheet += part
  return sheet
}

/** `importProducts` of the file of a form. Throws `UNSUPPORTED_TYPE` for a file of Excel. */
export async function uploadSheet({
  shop,
  user: { id: userId },
  query: { dry_run: dryRun },
  key,
  files: [file],
}: InputOf<typeof contract.importProducts, 'files'>) {
  if (!file) throw invalid({ file: ['Falta la planilla'] })
  const bytes = await readFile(file.path)
  if (EXCEL.includes(bytes.subarray(0, 4).toString('hex')))
    throw new DomainError('UNSUPPORTED_TYPE', XLSX_REFUSED)
  const report = await importProducts(shop, { text: decodeSheet(bytes), dryRun, userId, key })
  const { problems, problemCount, changes, unchanged } = report
  return {
    problems,
    problem_count: problemCount,
    changes,
    unchanged,
    saved: !dryRun && problemCount === 0,
  }
}
