import type { Blister, Product } from '../../../contract/catalog/catalog.ts'
import { priceOf, toCentavos, toPesos } from '../../../contract/money.ts'
import { canBePriced, presentationName } from '../../../contract/catalog/presentations.ts'
import type { CartLine } from './cart.ts'

type LineProblem = 'unavailable' | 'without-stock' | 'short' | 'without-price'

/** A line of the cart with the current data of the shop. Without product and blister it can no longer be bought. */
export interface CartItem {
  line: CartLine
  product: Product | undefined
  blister: Blister | undefined
  /** 'X5 SEMILLAS', or the size of merchandise. */
  presentation: string
  /** Pesos; undefined for visitors without an account and for products without a price. */
  unitPrice: number | undefined
  problem: LineProblem | undefined
}

/** Joins the cart with the shop's response. `signedIn`: prices are expected, so a missing one is a problem. */
export function cartItems(
  lines: readonly CartLine[],
  products: readonly Product[],
  signedIn: boolean,
): CartItem[] {
  return lines.map((line) => {
    const product = products.find(({ id }) => id === line.productId)
    const blister = product?.blisters.find(({ id }) => id === line.blisterId)
    const unitPrice = signedIn && blister && canBePriced(blister) ? blister.final_price : undefined
    const known = product?.available !== false && product && blister ? { product, blister } : undefined
    return {
      line,
      product,
      blister,
      presentation: product && blister ? presentationOf(product, blister) : '',
      unitPrice,
      problem: known ? problemOf(line, known.blister, signedIn) : 'unavailable',
    }
  })
}

/**
 * `now` and, as unavailable, the products of `before` that the shop no longer shows: their lines keep their name.
 */
export function withGone(now: readonly Product[], before: readonly Product[]): Product[] {
  const gone = before.filter(({ id }) => !now.some((product) => product.id === id))
  return [...now, ...gone.map((product) => ({ ...product, available: false }))]
}

function problemOf(line: CartLine, blister: Blister, signedIn: boolean): LineProblem | undefined {
  if (blister.stock <= 0) return 'without-stock'
  if (signedIn && !canBePriced(blister)) return 'without-price'
  return line.quantity > blister.stock ? 'short' : undefined
}

function presentationOf(product: Product, blister: Blister): string {
  return presentationName(product.type, blister) || product.product_size
}

/** "Puna Violeta X5 SEMILLAS": the name of a line where no picture is beside it. */
export function itemName(item: CartItem): string {
  return [item.product?.name ?? 'Producto', item.presentation].filter(Boolean).join(' ')
}

/** Pesos of one line. */
export function lineTotal(item: CartItem): number | undefined {
  return item.unitPrice === undefined ? undefined : priceOf(item.line.quantity, item.unitPrice)
}

/** Pesos of the lines that can be ordered as they are. */
export function cartTotal(items: readonly CartItem[]): number {
  const centavos = items.map((item) => (item.problem ? 0 : toCentavos(lineTotal(item) ?? 0)))
  return toPesos(centavos.reduce((sum, amount) => sum + amount, 0))
}
