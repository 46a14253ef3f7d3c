import { MAX_QUANTITY } from '../../contract/limits.ts'
import { addToCart, type CartLine, readCart } from '../cart.ts'

export const NO_PRICE = 'No se puede agregar un producto sin precio al carrito'
export const STOCK_UNKNOWN = 'Error al verificar el stock disponible'
export const ADDED = 'Producto añadido al carrito'
const TOO_MANY = `La cantidad no puede superar ${MAX_QUANTITY}`
const CART_FULL = 'El carrito está completo: admite 50 presentaciones distintas'

/** Adds what stock and cart still have room for: how many of the presentation there are then, or why none was added. */
export function putIntoCart(line: CartLine, stock: number): number | string {
  const held = readCart().find(({ blisterId }) => blisterId === line.blisterId)?.quantity ?? 0
  if (stock <= held) return `Solo hay ${stock} unidades disponibles`
  if (held >= MAX_QUANTITY) return TOO_MANY
  return addToCart(line, stock) || CART_FULL
}
