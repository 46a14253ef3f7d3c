import type { Product } from '../../../contract/catalog/catalog.ts'
import { SPECIFICATION_LABEL } from '../../../contract/catalog/specifications.ts'

/** The sizes to choose, else those that the product's text names. */
export function sizesOf({ blisters, product_size }: Pick<Product, 'blisters' | 'product_size'>): string[] {
  return blisters[0]?.size ? blisters.map(({ size }) => size) : partsOf(product_size)
}

/** Splits 'S, M, L y XL' or 'Uva; pino'. */
export function partsOf(text: string): string[] {
  return [...new Set(text.split(/[,;]| y /).map((part) => part.trim()))].filter(Boolean)
}

export interface Fact {
  name: string
  value: string
}

/** The rows of the product page that have a value. */
export function specifications(product: Product): Fact[] {
  return SPECIFICATIONS.flatMap(([field, name]) => {
    const value = product[field]
    return value ? [{ name, value }] : []
  })
}

// safe: the keys of a literal
const SPECIFICATIONS = Object.entries({ ...SPECIFICATION_LABEL, brand: 'Marca' }) as [
  keyof typeof SPECIFICATION_LABEL | 'brand',
  string,
][]

/** Both shares in percent, a missing one as the rest of 100. Undefined when neither is known. */
export function proportions({
  indica,
  sativa,
}: Pick<Product, 'indica' | 'sativa'>): { indica: number; sativa: number } | undefined {
  if (indica === null && sativa === null) return undefined
  if (indica !== null && sativa !== null) return { indica, sativa }
  return indica === null
    ? { indica: 100 - (sativa ?? 0), sativa: sativa ?? 0 }
    : { indica, sativa: 100 - indica }
}
