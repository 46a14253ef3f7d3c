import { formatNumber } from './place.ts'

/**
 * Money is whole centavos inside and pesos with at most two decimals in JSON. A discount is a percentage from 0 to 100
 * with at most two decimals.
 */
export type Centavos = number
export type Pesos = number

/** Rounds half up: 12.345 becomes 12.35, although its binary value is a little smaller. */
export function toCentavos(pesos: Pesos): Centavos {
  return Math.round(Number((pesos * 100).toPrecision(15)))
}

export function toPesos(centavos: Centavos): Pesos {
  return centavos / 100
}

/** The price of several units, without a rounding error. */
export function priceOf(units: number, each: Pesos): Pesos {
  return toPesos(toCentavos(each) * units)
}

/** '$ 12.500', with decimals only when there are centavos. */
export function formatPesos(pesos: Pesos): string {
  return `${pesos < 0 ? '-' : ''}$\u00a0${formatAmount(Math.abs(pesos))}`
}

/** '12.500' or, with centavos, '12.500,50'. */
export function formatAmount(pesos: Pesos): string {
  return formatNumber(pesos, { least: Number.isInteger(pesos) ? 0 : 2, most: 2 })
}

/** The badge of a discount: rounded and padded to two digits, '05', '40', '100'. */
export function discountBadge(discount: number): string {
  return String(Math.round(discount)).padStart(2, '0')
}

/** The price filter, in pesos: `from` <= lowest final price < `below`. */
export const PRICE_RANGES = [
  { value: '0-5000', label: 'Menos de $ 5.000', from: 0, below: 5_000 },
  { value: '5000-10000', label: '$ 5.000 a $ 10.000', from: 5_000, below: 10_000 },
  { value: '10000-20000', label: '$ 10.000 a $ 20.000', from: 10_000, below: 20_000 },
  { value: '20000-50000', label: '$ 20.000 a $ 50.000', from: 20_000, below: 50_000 },
  { value: '50000-', label: 'Más de $ 50.000', from: 50_000, below: Number.POSITIVE_INFINITY },
] as const
