/** Rules about presentations, for the page, the cart and the server. */
interface Presentation {
  id: number
  seed_count: number
  stock: number
  final_price?: number | undefined
}

/**
 * The smallest presentation that can be bought, else the smallest with stock, else the smallest. Those with as many seeds stay
 * in their order.
 */
export function defaultPresentation<P extends Presentation>(blisters: readonly P[]): P | undefined {
  const smallestFirst = blisters.toSorted((a, b) => a.seed_count - b.seed_count)
  const withStock = smallestFirst.filter(({ stock }) => stock)
  return withStock.find(({ final_price }) => final_price !== 0) ?? withStock[0] ?? smallestFirst[0]
}

/** What tells the presentations of a product apart: seeds, or the size of merchandise; '' without one. */
interface Kind {
  seed_count: number
  size?: string | undefined
}

/** 'X5' or 'XL', where there is little room. */
export function shortName(type: string, { seed_count: seeds, size = '' }: Kind): string {
  return type === 'merch' ? size : `X${seeds}`
}

/** 'X5 SEMILLAS' or 'XL'. */
export function presentationName(type: string, kind: Kind): string {
  return shortName(type, kind) + (type === 'merch' ? '' : ' SEMILLAS')
}

/** Whether a size must be chosen first: several have stock, and none is a likelier guess. */
export function mustChooseSize(blisters: readonly { size: string; stock: number }[]): boolean {
  return blisters.filter(({ size, stock }) => size && stock).length > 1
}

/** 'Puna Violeta X5 SEMILLAS' or 'Remera · XL'. Lines of orders and lists of presentations have names with the size already. */
export function presentationTitle(titled: Titled): string {
  const kind = presentationName(titled.type, titled)
  return kind ? `${titled.name}${titled.type === 'merch' ? ' · ' : ' '}${kind}` : titled.name
}

interface Titled extends Kind {
  name: string
  type: string
}

/** The largest discount in percent among presentations with stock and a price; 0 without one. */
export function bestDiscount(
  blisters: readonly { stock: number; discount?: number | undefined; final_price?: number | undefined }[],
): number {
  const offered = blisters.filter(({ stock, final_price }) => stock > 0 && final_price !== 0)
  return Math.max(0, ...offered.map(({ discount }) => discount ?? 0))
}

export const STOCK_UNKNOWN = 'Error al verificar el stock disponible'

/** False for a price of 0 (not set) or a final price of 0. */
export function canBePriced({ final_price }: { final_price?: number | undefined }): boolean {
  return (final_price ?? 0) > 0
}
