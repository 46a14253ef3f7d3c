import type { Product } from '../../contract/catalog.ts'

type Strain = Pick<Product, 'thc' | 'flowering_time' | 'blisters'>

/** The line of a card: 'THC 22 %', '9 sem', 'X3/X5'. What is not known is left out. */
export function strainFacts({ thc, flowering_time, blisters }: Strain): string[] {
  const counts = [...new Set(blisters.map(({ seed_count }) => seed_count))].toSorted((a, b) => a - b)
  return [
    thc && `THC ${thc}`,
    flowering_time.replace(/\bsemanas?\b/i, 'sem'),
    counts.map((count) => `X${count}`).join('/'),
  ]
    .filter((fact) => fact !== '')
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
}

/** 'S, M, L y XL' in pieces. */
export function sizesOf(productSize: string): string[] {
  return [...new Set(productSize.split(/,| y /).map((size) => size.trim()))].filter((size) => size !== '')
}

/** 'Uva, pino' in pieces. */
export function flavorsOf(flavors: string): string[] {
  return sizesOf(flavors.replaceAll(';', ','))
}

export interface Fact {
  name: string
  value: string
}

/** The table of the detail page; rows without a value are left out. */
export function specifications(product: Product): Fact[] {
  const rows: [name: string, value: string | null][] = [
    ['THC', product.thc],
    ['CBD', product.cbd],
    ['Rendimiento interior', product.yield_indoor],
    ['Rendimiento exterior', product.yield_outdoor],
    ['Altura interior', product.height_indoor],
    ['Altura exterior', product.height_outdoor],
    ['Floración', product.flowering_time],
    ['Ciclo completo', product.completed_cicle],
    ['Marca', product.brand],
  ]
  return rows.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

/** Both shares, the missing one as what is left of 100. Undefined when neither is known. */
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
