import { paths } from '../../app/paths.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { canBePriced } from '../../../contract/catalog/presentations.ts'
import { MAX_QUANTITY } from '../../../contract/limits.ts'
import type { OrderLine } from '../../../contract/orders/orders.ts'
import { lineName } from '../../shop/order-in-words.ts'

/** False once the visitor is on another page, whose address stays. */
export function asksFor(
  orderId: number,
  { pathname, search }: { pathname: string; search: string },
): boolean {
  return pathname === paths.cart() && new URLSearchParams(search).get('pedido') === String(orderId)
}

/** The lines of an order that can be bought now, and a sentence for each missing one. */
export interface Again {
  wanted: { name: string; productId: number; blisterId: number; quantity: number; price: number }[]
  missing: string[]
}

/** `products`: current data of the lines' products. */
export function againOf(lines: readonly OrderLine[], products: readonly Product[]): Again {
  const again: Again = { wanted: [], missing: [] }
  for (const line of lines) {
    const product = products.find(({ id }) => id === line.product_id)
    const blister = product?.blisters.find(({ id }) => id === line.blister_id)
    const name = lineName(line)
    if (!product?.available || !blister) again.missing.push(`${name}: ya no está en la tienda`)
    else if (blister.stock <= 0) again.missing.push(`${name}: sin stock`)
    else if (!canBePriced(blister)) again.missing.push(`${name}: sin precio por ahora`)
    else {
      const quantity = Math.min(line.quantity, blister.stock, MAX_QUANTITY)
      const left = quantity === 1 ? 'queda' : 'quedan'
      if (quantity < line.quantity) again.missing.push(`${name}: ${left} ${quantity} de ${line.quantity}`)
      const { id: blisterId, final_price: price = 0 } = blister
      again.wanted.push({ name, productId: product.id, blisterId, quantity, price })
    }
  }
  return again
}
