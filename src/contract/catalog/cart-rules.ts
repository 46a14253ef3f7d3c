import { MAX_QUANTITY } from '../limits.ts'

// Not in `presentations.ts`, which every page of the storefront loads.

/** Why something cannot be ordered, in the cart and from the server. */
export const WITHOUT_PRICE = 'No se puede agregar un producto sin precio al carrito'
export const QUANTITY = 'La cantidad'
export const TOO_MANY_UNITS = `${QUANTITY} no puede superar ${MAX_QUANTITY}`
