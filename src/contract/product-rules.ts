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

export const BRAND_NOT_FOUND = 'Marca no encontrada'
