import { MAX_PRICE_PESOS, MAX_STOCK } from '../limits.ts'
import type { Pesos } from '../money.ts'
import { plainText } from '../plain-text.ts'
import { missing, tooHigh, tooLarge, tooSmall } from '../sentences.ts'

/** Numbers of a product with their limits and their names in sentences, for its form and its schema. */
export const SEED_COUNT = { name: 'La cantidad de semillas', min: 1, max: 1000 } as const
export const STOCK = { name: 'El stock', min: 0, max: MAX_STOCK } as const
export const STOCK_FULL = tooLarge(STOCK.name, STOCK.max)
export const PRICE = 'El precio'
export const DISCOUNT = 'El descuento'
/** Texts, as '20 a 24 %'. */
export const CONTENTS = { thc: 'El THC', cbd: 'El CBD' } as const
export const SHARES = { sativa: 'La proporción sativa', indica: 'La proporción índica' } as const

/** A price is stored as it is sent: it is never rounded. */
export function priceError(price: Pesos): string | undefined {
  if (price < 0) return tooSmall(PRICE, 0)
  if (price > MAX_PRICE_PESOS) return tooHigh(PRICE)
  return hundredthsError(price, PRICE)
}

export const PERCENTAGE = 'debe ser un porcentaje entre 0 y 100, con dos decimales a lo sumo'

/** A discount or a share is stored as it is sent: it is never rounded or clamped. */
export function percentageError(value: number, name: string): string | undefined {
  return isPercentage(value) ? undefined : `${name} ${PERCENTAGE}`
}

/** Whether it is from 0 to 100 with at most two decimals. */
export function isPercentage(value: number): boolean {
  return value >= 0 && value <= 100 && isHundredths(value)
}

export function hundredthsError(value: number, name: string): string | undefined {
  return isHundredths(value) ? undefined : `${name} puede tener dos decimales a lo sumo`
}

function isHundredths(value: number): boolean {
  return Math.round(value * 100) / 100 === value
}

export const BRAND_NOT_FOUND = 'Marca no encontrada'

/** Two presentations of a product cannot be told apart. */
export function sameSeedCount(seedCount: number): string {
  return `Ya hay una presentación X${seedCount}`
}

export const SIZE = { name: 'El talle', max: 20 } as const

/** What is wrong with each size of a piece of merchandise: several presentations need one each. */
export function sizeErrors(sizes: readonly string[]): (string | undefined)[] {
  const folded = sizes.map((size) => plainText(size).trim())
  return folded.map((size, i) => {
    if (size === '') return sizes.length > 1 ? missing(SIZE.name) : undefined
    return folded.indexOf(size) < i ? `Ya hay un talle ${sizes[i]?.trim()}` : undefined
  })
}

/** A price of 0, for admins. */
export const SHOWN_UNSOLD = 'sin precio: se muestra y no se puede comprar'
