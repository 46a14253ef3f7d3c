import { MAX_QUANTITY } from '../../contract/limits.ts'
import type { Centavos } from '../../contract/money.ts'
import type { OrderRequest } from '../../contract/orders.ts'
import { DomainError, invalid } from '../errors.ts'

/** Units of one presentation. */
export interface Units {
  blisterId: number
  productId: number
  quantity: number
}

/** What the catalogue says of a presentation that somebody wants. Money in centavos. */
export interface Goods {
  blisterId: number
  productId: number
  productName: string
  type: string
  brand: string | null
  image: string | null
  seedCount: number
  price: Centavos
  finalPrice: Centavos
  sellable: boolean
}

/** A line as it is kept: what was sold as it was. */
export interface FrozenLine extends Units {
  priceAtTime: Centavos
  productName: string
  type: string
  brand: string | null
  image: string | null
  seedCount: number
}

/** The same presentation twice is one line. Throws 400 when the sum is more than one line may hold. */
export function mergeItems(items: OrderRequest['products']): Units[] {
  const merged = new Map<number, Units>()
  for (const { blister_id, product_id, quantity } of items) {
    const same = merged.get(blister_id)
    if (same && same.productId !== product_id) throw ofAnotherProduct()
    const sum = (same?.quantity ?? 0) + quantity
    if (sum > MAX_QUANTITY) throw invalid({ products: [`La cantidad no puede superar ${MAX_QUANTITY}`] })
    merged.set(blister_id, { blisterId: blister_id, productId: product_id, quantity: sum })
  }
  return [...merged.values()]
}

/**
 * The lines of a new order, with today's prices of the shop. A hidden product is refused exactly like an unknown one,
 * or the refusal would tell the names of what is not published.
 */
export function freezeLines(wanted: Units[], goods: Map<number, Goods>): FrozenLine[] {
  return wanted.map((line) => {
    const item = goods.get(line.blisterId)
    if (!item?.sellable) throw goneFromShop()
    return freezeLine(line, item)
  })
}

/** Throws for a presentation of another product and for one without a price (0 is none yet, a discount may be 100). */
export function freezeLine(line: Units, item: Goods, agreedPrice?: Centavos): FrozenLine {
  if (item.productId !== line.productId) throw ofAnotherProduct()
  if (item.price === 0 && agreedPrice === undefined) {
    throw new DomainError('WITHOUT_PRICE', 'No se puede agregar un producto sin precio al carrito')
  }
  const { productName, type, brand, image, seedCount } = item
  return { ...line, priceAtTime: agreedPrice ?? item.finalPrice, productName, type, brand, image, seedCount }
}

export function totalOf(lines: { quantity: number; priceAtTime: Centavos }[]): Centavos {
  return lines.reduce((sum, line) => sum + line.quantity * line.priceAtTime, 0)
}

/** What has to leave the stock and what goes back when an order that held `before` shall hold `after`. */
export function stockDifference(before: Units[], after: Units[]): { take: Units[]; giveBack: Units[] } {
  const had = new Map(before.map((line) => [line.blisterId, line]))
  const will = new Map(after.map((line) => [line.blisterId, line]))
  const changes = [...new Map([...had, ...will]).values()].map(({ blisterId, productId }) => ({
    blisterId,
    productId,
    quantity: (will.get(blisterId)?.quantity ?? 0) - (had.get(blisterId)?.quantity ?? 0),
  }))
  return {
    take: changes.filter(({ quantity }) => quantity > 0),
    giveBack: changes
      .filter(({ quantity }) => quantity < 0)
      .map((line) => ({ ...line, quantity: -line.quantity })),
  }
}

/**
 * The lines a customer keeps: some of those there are, each as it is. Throws 400 for anything else, so that nobody
 * raises a quantity past the stock that was taken.
 */
export function keptLines<Line extends Units>(lines: Line[], wanted: OrderRequest['products']): Line[] {
  const kept = wanted.map((item) =>
    lines.find(
      (line) =>
        line.blisterId === item.blister_id &&
        line.productId === item.product_id &&
        line.quantity === item.quantity,
    ),
  )
  const whole = kept.filter((line) => line !== undefined)
  if (whole.length !== wanted.length || new Set(whole).size !== whole.length) {
    throw invalid({ products: ['De un pedido solo se pueden quitar productos'] })
  }
  return whole
}

export function ofAnotherProduct(): DomainError {
  return invalid({ products: ['La presentación no corresponde a ese producto'] })
}

export function goneFromShop(): DomainError {
  return invalid({ products: ['Uno de los productos ya no está disponible en la tienda'] })
}
