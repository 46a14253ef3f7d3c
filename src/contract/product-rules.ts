import { MAX_PRICE_PESOS, MAX_STOCK } from './limits.ts'
import type { Pesos } from './money.ts'
import { tooHigh, tooSmall } from './sentences.ts'

/** Numbers of a product with their limits and their names in sentences, for its form and its schema. */
export const SEED_COUNT = { name: 'La cantidad de semillas', min: 1, max: 1000 } as const
export const STOCK = { name: 'El stock', min: 0, max: MAX_STOCK } as const
export const PRICE = 'El precio'
export const DISCOUNT = 'El descuento'
export const SHARES = { sativa: 'La proporción sativa', indica: 'La proporción índica' } as const

export const PRICE_NEGATIVE = tooSmall(PRICE, 0)
export const PRICE_TOO_HIGH = tooHigh(PRICE)

export function priceError(price: Pesos): string | undefined {
  if (price < 0) return PRICE_NEGATIVE
  return price > MAX_PRICE_PESOS ? PRICE_TOO_HIGH : undefined
}

export const PERCENTAGE = 'debe ser un porcentaje entre 0 y 100, con dos decimales a lo sumo'

/** A discount is stored as it is sent: it is never rounded or clamped. */
export function discountError(discount: number): string | undefined {
  return isPercentage(discount) ? undefined : `${DISCOUNT} ${PERCENTAGE}`
}

/** Whether it is from 0 to 100 with at most two decimals. */
export function isPercentage(value: number): boolean {
  return value >= 0 && value <= 100 && Math.round(value * 100) / 100 === value
}

export const BRAND_NOT_FOUND = 'Marca no encontrada'
