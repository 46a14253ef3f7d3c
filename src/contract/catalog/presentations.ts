import { MAX_QUANTITY } from '../limits.ts'

/** Rules about presentations, for the page, the cart and the server. */
interface Presentation {
  id: number
  seed_count: number
  stock: number
  final_price?: number | undefined
}

/** The smallest presentation that can be bought, else the smallest with stock, else the smallest. */
export function defaultPresentation<P extends Presentation>(blisters: readonly P[]): P | undefined {
  const smallestFirst = blisters.toSorted((a, b) => a.seed_count - b.seed_count || a.id - b.id)
  const withStock = smallestFirst.filter(({ stock }) => stock > 0)
  return withStock.find(({ final_price }) => final_price !== 0) ?? withStock[0] ?? smallestFirst[0]
}

/** 'X5', where there is little room. */
export function shortName({ seed_count: seeds }: Pick<Presentation, 'seed_count'>): string {
  return `X${seeds}`
}

/** 'X5 SEMILLAS'. Merchandise has no seeds and shows its size instead. */
export function presentationName(seedCount: number): string {
  return `X${seedCount} SEMILLAS`
}

/** What a price is for: 'por sobre' of seeds, 'c/u' of merchandise. */
export function eachName(type: string | undefined): string {
  return type === 'merch' ? 'c/u' : 'por sobre'
}

/** 'Puna Violeta X5 SEMILLAS'; merchandise has no seeds. */
export function presentationTitle({ name, type, seed_count: seeds }: Titled): string {
  return type === 'merch' ? name : `${name} ${presentationName(seeds)}`
}

interface Titled {
  name: string
  type: string
  seed_count: number
}

/** The largest discount in percent among presentations with stock and a price; 0 without one. */
export function bestDiscount(
  blisters: readonly { stock: number; discount?: number | undefined; final_price?: number | undefined }[],
): number {
  const offered = blisters.filter(({ stock, final_price }) => stock > 0 && final_price !== 0)
  return Math.max(0, ...offered.map(({ discount }) => discount ?? 0))
}

export const ADDED_TO_CART = 'Producto añadido al carrito'

/** Why something cannot be ordered, in the cart and from the server. */
export const WITHOUT_PRICE = 'No se puede agregar un producto sin precio al carrito'
export const QUANTITY = 'La cantidad'
export const TOO_MANY_UNITS = `${QUANTITY} no puede superar ${MAX_QUANTITY}`
export const STOCK_UNKNOWN = 'Error al verificar el stock disponible'

/** False for a price of 0 (not set) or a final price of 0. */
export function canBePriced({ final_price }: { final_price?: number | undefined }): boolean {
  return final_price !== undefined && final_price > 0
}

/** A quantity that can be ordered: at least 1, at most the stock and `MAX_QUANTITY`. */
export function clampQuantity(quantity: number, stock: number): number {
  const most = Math.min(MAX_QUANTITY, stock)
  return Math.max(1, Math.min(Math.trunc(quantity) || 1, most))
}
