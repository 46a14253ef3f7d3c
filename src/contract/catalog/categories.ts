import type { ProductType } from './product-types.ts'

/** What a category adds to the query of `listProducts`. `ofertas` is sent as the category itself. */
export interface CategoryAsk {
  type?: ProductType
  limitedEdition?: 'true'
}

/** The categories of the catalogue as its address spells them. */
export const CATEGORIES = {
  ofertas: { label: 'Ofertas', button: undefined, ask: {} },
  automaticas: { label: 'Automáticas', button: 'Automáticas', ask: { type: 'auto' } },
  Fotoperiodicas: { label: 'Fotoperiodicas', button: 'Fotoperiodicas', ask: { type: 'fem' } },
  regulares: { label: 'Regulares', button: undefined, ask: { type: 'reg' } },
  limitada: { label: 'Ediciones Limitadas', button: 'Ediciones Limitadas', ask: { limitedEdition: 'true' } },
} as const satisfies Record<
  string,
  {
    label: string
    button: string | undefined
    ask: CategoryAsk
  }
>

export type Category = keyof typeof CATEGORIES

const names = Object.keys(CATEGORIES) as Category[]

/** Ignores case; of a comma list the first known category counts. */
export function categoryOf(...values: (string | null | undefined)[]): Category | undefined {
  const asked = values.flatMap((value) => value?.split(',') ?? []).map((value) => value.trim().toLowerCase())
  for (const value of asked) {
    const known = names.find((name) => name.toLowerCase() === value)
    if (known) return known
  }
  return undefined
}
