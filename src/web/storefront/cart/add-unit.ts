import type { QueryClient } from '@tanstack/react-query'
import type { Blister, Product } from '../../../contract/catalog/catalog.ts'
import { WITHOUT_PRICE } from '../../../contract/catalog/cart-rules.ts'
import { canBePriced, presentationTitle, STOCK_UNKNOWN } from '../../../contract/catalog/presentations.ts'
import { PRODUCT_NOT_FOUND } from '../../../contract/errors.ts'
import { formatPesos } from '../../../contract/money.ts'
import { getBlister } from '../../../contract/catalog/calls.ts'
import { call, Refusal } from '../../data/api.ts'
import type { Session } from '../../session/session.ts'
import { rememberPrice } from '../../session/shown-prices.ts'
import { isPriced } from '../product-card/is-priced.ts'
import { putIntoCart } from './put-into-cart.ts'

export interface Obstacle {
  kind: 'info' | 'warning' | 'error'
  text: string
}

export interface Added {
  /** In the cart now. */
  quantity: number
  /** Names what was added, with its price. */
  text: string
}

/** For accounts only, as it has the price. */
export function addedText(product: Pick<Product, 'name' | 'type'>, blister: Blister): string {
  const title = presentationTitle({ ...blister, ...product })
  return `Producto añadido al carrito\n${title} · ${formatPesos(blister.final_price ?? 0)}`
}

/** What was added, or why nothing was. */
export async function addUnit(
  product: Pick<Product, 'id' | 'name' | 'type'>,
  blister: Blister,
  { userId }: Session,
  queryClient: QueryClient,
  units = 1,
): Promise<Added | Obstacle> {
  if (isPriced(blister) && !canBePriced(blister)) return { kind: 'warning', text: WITHOUT_PRICE }
  const askAgain = () => void queryClient.invalidateQueries({ predicate: isAboutProducts })
  const now = await asItIsNow(blister.id)
  if (typeof now === 'string') {
    if (now === PRODUCT_NOT_FOUND) askAgain()
    return { kind: 'error', text: now }
  }
  // Uses the prices of this response if a press comes before prices have loaded.
  const priced = isPriced(blister) ? blister : now
  if (!canBePriced(priced)) return { kind: 'warning', text: WITHOUT_PRICE }
  const { stock } = now
  if (stock !== blister.stock) askAgain()
  const quantity = putIntoCart({ productId: product.id, blisterId: blister.id, quantity: units }, stock)
  if (typeof quantity === 'string') return { kind: 'warning', text: quantity }
  // Lets the cart report a changed price.
  if (priced.final_price !== undefined) rememberPrice(userId, blister.id, priced.final_price)
  return { quantity, text: addedText(product, priced) }
}

/** The current presentation, or the text of the error. */
async function asItIsNow(blisterId: number): Promise<Blister | string> {
  try {
    return await call(getBlister, { params: { id: blisterId } })
  } catch (error) {
    return error instanceof Refusal && error.status === 404 ? PRODUCT_NOT_FOUND : STOCK_UNKNOWN
  }
}

function isAboutProducts({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return ['products', 'product', 'related', 'highlighted', 'to-sow'].includes(String(queryKey[1]))
}
