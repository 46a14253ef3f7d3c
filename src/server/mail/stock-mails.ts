import { presentationTitle } from '../../contract/catalog/presentations.ts'
import type { ProductType } from '../../contract/catalog/product-types.ts'
import { LOW_STOCK } from '../../contract/catalog/stock-rules.ts'
import { button, facts, paragraph } from './parts.ts'
import { compose, type Mail, type Origin } from './templates.ts'
import { formatNumber } from '../../contract/place.ts'

export interface LowRow {
  name: string
  type: ProductType
  seed_count: number
  stock: number
}

/** To the shop. `more`: how many others there are. Without prices. */
export function lowStockMail(origin: Origin, rows: LowRow[], more: number): Mail {
  const left = (stock: number) =>
    stock === 0 ? 'sin stock' : stock === 1 ? 'queda 1' : `quedan ${formatNumber(stock)}`
  return compose('low_stock_shop', LOW_STOCK, [
    paragraph('Esto llegó a su aviso de stock:'),
    facts(rows.map((row) => [presentationTitle(row), left(row.stock)])),
    ...(more > 0 ? [paragraph(`Y ${formatNumber(more)} más.`)] : []),
    button('Ver el stock', `${origin}/admin/stock?state=low`),
  ])
}
