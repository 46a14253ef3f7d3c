import { presentationName, presentationTitle } from '../../contract/catalog/presentations.ts'
import type { ProductType } from '../../contract/catalog/product-types.ts'
import { LOW_STOCK } from '../../contract/catalog/stock-rules.ts'
import { button, paragraph, pictureIn, products } from './parts.ts'
import { compose, type Mail, type Origin } from './templates.ts'
import { formatNumber } from '../../contract/place.ts'

interface Presentation {
  name: string
  type: ProductType
  seed_count: number
  /** Address of one size. */
  image: string | null
}

export interface LowRow extends Presentation {
  stock: number
}

/** To the shop, without prices. `more` counts presentations that are not listed. */
export function lowStockMail(origin: Origin, rows: LowRow[], more: number): Mail {
  const left = (stock: number) =>
    stock === 0 ? 'sin stock' : stock === 1 ? 'queda 1' : `quedan ${formatNumber(stock)}`
  return compose('low_stock_shop', LOW_STOCK, [
    paragraph('Esto llegó a su aviso de stock:'),
    products(
      rows.map(({ name, type, seed_count, image, stock }) => ({
        name,
        detail: presentationName(type, { seed_count }),
        amount: left(stock),
        picture: pictureIn(origin, image),
      })),
    ),
    ...(more > 0 ? [paragraph(`Y ${formatNumber(more)} más.`)] : []),
    button('Ver el stock', `${origin}/admin/stock?state=low`),
  ])
}

interface RestockedRow extends Presentation {
  product_id: number
  blister_id: number
}

/** To a customer with a restock notice, without a price. */
export function restockedMail(origin: Origin, { product_id, blister_id, image, ...row }: RestockedRow): Mail {
  const title = presentationTitle(row)
  return compose('restocked', `Volvió ${title}`, [
    paragraph('Nos pediste que te avisáramos: ya hay stock.'),
    products([
      {
        name: row.name,
        detail: presentationName(row.type, row) || 'De nuevo en stock',
        amount: '',
        picture: pictureIn(origin, image),
      },
    ]),
    button('Ver el producto', `${origin}/producto/${product_id}?blister=${blister_id}`),
    paragraph(
      'Avisamos una sola vez y no queda reservado. Podés ver tus avisos en Configuración de tu cuenta.',
    ),
  ])
}
