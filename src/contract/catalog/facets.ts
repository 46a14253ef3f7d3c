import { type FactName, type FactRange, isFactName, nameOfFact, rangeLabel } from './facts.ts'

/** What the list can be narrowed by, in the order of the screen. Values of one are alternatives. */
export const FACETS = {
  type: 'Tipo',
  dominance: 'Dominancia',
  thc: 'THC',
  cbd: 'CBD',
  flowering: 'Floración',
  height: 'Altura',
  yield: 'Rinde',
  difficulty: 'Dificultad',
  aroma: 'Aroma',
  effect: 'Efectos',
  place: 'Lugar',
  zone: 'Zona',
  brand: 'Marca',
  stock: 'Stock',
} as const
export type FacetName = keyof typeof FACETS

/** Bounds of the ranges of each fact, in the units of `FACTS`. */
const BOUNDS: Record<FactName, number[]> = {
  thc: [15, 20, 25],
  cbd: [1, 5, 10],
  flowering: [56, 63, 70],
  height: [80, 120, 160],
  yield: [400, 500, 600],
}

/** '-15', '15-20', '25-' with the range each stands for. */
export function rangesOf(fact: FactName): { value: string; range: FactRange }[] {
  const bounds = BOUNDS[fact]
  return [undefined, ...bounds].map((from, n) => {
    const below = bounds[n]
    return { value: `${from ?? ''}-${below ?? ''}`, range: { fact, from: from ?? 0, below } }
  })
}

/** 'Menos de 15 %', '15 a 20 %'; the name of the fact stands above. */
export function rangeText(range: FactRange): string {
  const text = rangeLabel(range).slice(nameOfFact(range.fact).length).replace(/^ de /, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A chosen value of a facet: 'thc.15-20', 'effect.sereno'. */
export interface FacetValue {
  name: FacetName
  value: string
}

/** Most values at once. */
export const MAX_FACET_VALUES = 12
/** Longest text of the parameter `facets`. */
export const FACETS_LENGTH = 400
const SEPARATOR = '*'

/** Reads 'thc.15-20*effect.sereno'; unknown ones are ignored. */
export function readFacets(text: string): FacetValue[] {
  const values = [...new Set(text.slice(0, FACETS_LENGTH).split(SEPARATOR))].flatMap((part) => {
    const at = part.indexOf('.')
    const [name, value] = [part.slice(0, at), part.slice(at + 1)]
    return at > 0 && value !== '' && Object.hasOwn(FACETS, name) ? [{ name: name as FacetName, value }] : [] // safe: checked
  })
  return values
    .filter(({ name, value }) => !isFactName(name) || rangesOf(name).some((one) => one.value === value))
    .slice(0, MAX_FACET_VALUES)
}

export function writeFacets(values: FacetValue[]): string {
  return values.map(({ name, value }) => `${name}.${value}`).join(SEPARATOR)
}
