import { WITHOUT_PRICE } from '../../contract/catalog/cart-rules.ts'
import type { Sellable } from '../catalog/catalog.ts'
import type { OrderLineRow } from '../db/tables.ts'
import { DomainError } from '../errors.ts'
import { goneFromShop, ofAnotherProduct, type Units } from './rules.ts'

/** An order line: a copy of the product data at the time of sale. */
export type FrozenLine = Omit<OrderLineRow, 'id' | 'order_id'>

/**
 * The lines of a new order at today's prices. A hidden product is refused exactly like an unknown one, or the refusal
 * would reveal the names of unpublished products.
 */
export function freezeLines(wanted: Units[], goods: Map<number, Sellable>): FrozenLine[] {
  return wanted.map((line) => {
    const item = goods.get(line.blister_id)
    if (!item?.sellable) throw goneFromShop()
    return freezeLine(line, item)
  })
}

export function imagesOf(lines: FrozenLine[]): (string | null)[] {
  return lines.map((line) => line.product_image)
}

/** Throws for a presentation of another product, and for one without a price (0), unless it is a gift. */
export function freezeLine(
  { blister_id, product_id, quantity }: Units,
  item: Sellable,
  mayBeGift = false,
): FrozenLine {
  if (item.product_id !== product_id) throw ofAnotherProduct()
  if (item.final_price === 0 && !mayBeGift) throw new DomainError('WITHOUT_PRICE', WITHOUT_PRICE)
  return {
    blister_id,
    product_id,
    quantity,
    price_at_time: item.final_price,
    list_price: item.price === 0 ? null : item.price,
    product_name: item.product_name,
    product_brand: item.product_brand,
    product_image: item.product_image,
    product_type: item.product_type,
    seed_count: item.seed_count,
  }
}
