import { MAX_QUANTITY } from '../../contract/limits.ts'
import type { Centavos } from '../../contract/money.ts'
import type { OrderRequest } from '../../contract/orders/orders.ts'
import { TOO_MANY_UNITS } from '../../contract/catalog/cart-rules.ts'
import { dayOf, endOfDay } from '../days.ts'
import { DomainError, invalid } from '../errors.ts'

/** Units of one presentation. */
export interface Units {
  blister_id: number
  product_id: number
  quantity: number
}

/** Merges items of the same presentation into one line. Throws 400 when the sum exceeds the limit of a line. */
export function mergeItems(items: OrderRequest['products']): Units[] {
  const merged = new Map<number, Units>()
  for (const { blister_id, product_id, quantity } of items) {
    const same = merged.get(blister_id)
    if (same && same.product_id !== product_id) throw ofAnotherProduct()
    const sum = (same?.quantity ?? 0) + quantity
    if (sum > MAX_QUANTITY) throw invalid({ products: [TOO_MANY_UNITS] })
    merged.set(blister_id, { blister_id, product_id, quantity: sum })
  }
  return [...merged.values()]
}

export function totalOf(lines: { quantity: number; price_at_time: Centavos }[]): Centavos {
  return lines.reduce((sum, line) => sum + line.quantity * line.price_at_time, 0)
}

/** The end of a reservation of `days` days: the midnight after the last one; undefined for 0, which means no end. */
export function endOfReservation(placed: Date, days: number): Date | undefined {
  return days === 0 ? undefined : endOfDay(dayOf(new Date(placed.getTime() + days * 24 * 60 * 60_000)))
}

/** What to take from the stock and what to return to it when an order changes from `before` to `after`. */
export function stockDifference(before: Units[], after: Units[]): { take: Units[]; giveBack: Units[] } {
  const had = new Map(before.map((line) => [line.blister_id, line]))
  const will = new Map(after.map((line) => [line.blister_id, line]))
  const changes = [...new Map([...had, ...will]).values()].map(({ blister_id, product_id }) => ({
    blister_id,
    product_id,
    quantity: (will.get(blister_id)?.quantity ?? 0) - (had.get(blister_id)?.quantity ?? 0),
  }))
  return {
    take: changes.filter(({ quantity }) => quantity > 0),
    giveBack: changes
      .filter(({ quantity }) => quantity < 0)
      .map((line) => ({ ...line, quantity: -line.quantity })),
  }
}

/**
 * The lines that a customer keeps: a subset of the existing ones, unchanged. Throws 400 for anything else, as larger
 * quantities have no stock taken.
 */
export function keptLines<Line extends Units>(lines: Line[], wanted: OrderRequest['products']): Line[] {
  const kept = wanted.map((item) =>
    lines.find(
      (line) =>
        line.blister_id === item.blister_id &&
        line.product_id === item.product_id &&
        line.quantity === item.quantity,
    ),
  )
  const whole = kept.filter((line) => line !== undefined)
  if (whole.length !== wanted.length || new Set(whole).size !== whole.length) {
    throw invalid({ products: ['De un pedido solo se pueden quitar productos'] })
  }
  return whole
}

/** Cancelling keeps the lines, so that the order can be reopened. Clients may send the same lines or none. */
export function refuseOtherLines(lines: Units[], asked: Units[]): void {
  const quantities = new Map(lines.map((line) => [line.blister_id, line.quantity]))
  const isSame =
    asked.length === lines.length &&
    asked.every(({ blister_id, quantity }) => quantities.get(blister_id) === quantity)
  if (asked.length > 0 && !isSame)
    throw invalid({ order_products: ['Un pedido que se cancela conserva sus productos'] })
}

export function ofAnotherProduct(): DomainError {
  return invalid({ products: ['La presentación no corresponde a ese producto'] })
}

export function goneFromShop(): DomainError {
  return invalid({ products: ['Uno de los productos ya no está disponible en la tienda'] })
}

export function stale(): DomainError {
  return new DomainError('STALE', 'Otra persona cambió este pedido. Actualizá la página y repetí el cambio.')
}
