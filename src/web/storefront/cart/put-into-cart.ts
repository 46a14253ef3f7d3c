import { TOO_MANY_UNITS } from '../../../contract/catalog/cart-rules.ts'
import { MAX_QUANTITY } from '../../../contract/limits.ts'
import { addToCart, type CartLine, readCart } from './cart.ts'

const CART_FULL = 'El carrito está completo: admite 50 presentaciones distintas'

/** Adds to the cart within stock and limits. Returns the quantity in the cart, or why nothing was added. */
export function putIntoCart(line: CartLine, stock: number): number | string {
  const held = readCart().find(({ blisterId }) => blisterId === line.blisterId)?.quantity ?? 0
  if (stock <= held) return `Solo hay ${stock} unidades disponibles`
  if (held >= MAX_QUANTITY) return TOO_MANY_UNITS
  return addToCart(line, stock) || CART_FULL
}
