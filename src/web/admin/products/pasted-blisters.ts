import { type BlisterDraft, newBlister } from './product-draft.ts'
import { formatAmount } from '../../../contract/money.ts'
import { parseAmount } from '../../../contract/amounts.ts'
import { tidyNumber } from './amounts.ts'

/**
 * Rows copied from a spreadsheet: semillas (of merchandise talle), precio, stock, descuento, separated by tabs. A header row is skipped, '20 %' and
 * '$ 18.400' are read as numbers. Empty when the text is not a table.
 */
export function pastedBlisters(text: string, isMerch = false): BlisterDraft[] {
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
  if (!rows.some((cells) => cells.length > 1)) return []
  return rows
    .filter((cells, i) => i > 0 || cells.some((cell) => number(cell) !== undefined))
    .map(([kind = '', price = '', stock = '', discount = '']) =>
      newBlister({
        ...(isMerch ? { size: kind } : { seed_count: kind.replace(/^x/i, '') }),
        price: tidyNumber(price.replace('$', ''), formatAmount),
        stock,
        discount: discount.replace('%', '').trim(),
      }),
    )
}

function number(cell: string): number | undefined {
  return parseAmount(cell.replace(/^x|%/gi, ''))
}
