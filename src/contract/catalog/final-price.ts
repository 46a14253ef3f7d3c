import type { Centavos } from '../money.ts'

/** The one place that applies a discount: price less discount percent, rounded half up to the centavo. */
export function finalPrice(price: Centavos, discount: number): Centavos {
  const kept = 10_000 - Math.round(discount * 100)
  return Math.floor((price * kept + 5_000) / 10_000)
}
