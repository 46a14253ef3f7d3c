import {
  FACETS,
  type FacetName,
  type FacetValue,
  rangesOf,
  rangeText,
} from '../../../contract/catalog/facets.ts'
import { FACTS, type FactName, isFactName, rangeLabel } from '../../../contract/catalog/facts.ts'
import { GROWING } from '../../../contract/catalog/growing.ts'
import { PRODUCT_TYPES, type ProductType, TYPE_BADGE } from '../../../contract/catalog/product-types.ts'
import { WITH_STOCK } from '../../../contract/catalog/stock-rules.ts'
import { normalise } from '../rules.ts'
import type { FactsRow } from './facet-queries.ts'

interface KnownValue extends FacetValue {
  /** Below the name of its facet. */
  label: string
  /** Alone: 'THC de 15 a 20 %'. */
  chip: string
}

/** The facts of all shown products, made for counting: a product has the places of its values in `values`. */
export interface FacetFacts {
  values: KnownValue[]
  products: { id: number; type: ProductType; has: number[] }[]
  /** How many products of each type have each value. */
  byType: Map<ProductType, number[]>
}

/** Values offered of facets that have as many as the shop wants; a chosen one is always offered. */
const MOST_VALUES = 60
const DOMINANCE = { indica: 'Índica', hibrida: 'Híbrida', sativa: 'Sativa' }

export function factsOf(rows: FactsRow[]): FacetFacts {
  const values: KnownValue[] = fixedValues()
  const places = new Map(values.map(({ name, value }, place) => [`${name}:${value}`, place]))
  const placeOf = (name: FacetName, value: string, label: string) => {
    const key = `${name}:${value}`
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, values.length)
    return values.push({ name, value, label, chip: label }) - 1
  }
  const products = rows.map(({ id, type, tags, flavors, effects, brand, ranges }) => {
    const labels = labelsOf({ flavors, effects, brand })
    const tagged = tags.map((tag) => {
      const at = tag.indexOf(':')
      const [name, value] = [tag.slice(0, at) as FacetName, tag.slice(at + 1)] // safe: the database writes only these
      return placeOf(name, value, labels.get(value) ?? value)
    })
    const ranged = FACT_NAMES.flatMap((fact, n) => {
      const [low, high] = [ranges[2 * n] ?? null, ranges[2 * n + 1] ?? null]
      if (low === null || high === null) return []
      return rangesOf(fact).flatMap(({ value, range: { from, below } }) =>
        high >= from && (below === undefined || low < below) ? [places.get(`${fact}:${value}`) ?? 0] : [],
      )
    })
    return { id, type, has: [...tagged, ...ranged] }
  })
  const byType = new Map<ProductType, number[]>()
  for (const { type, has } of products) {
    const counts = byType.get(type) ?? []
    byType.set(type, counts)
    for (const place of has) counts[place] = (counts[place] ?? 0) + 1
  }
  return { values, products, byType }
}

const FACT_NAMES = Object.keys(FACTS) as FactName[] // safe: keys of a literal

function fixedValues(): KnownValue[] {
  const named = (name: FacetName, labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ name, value, label, chip: label }))
  return [
    ...named('type', Object.fromEntries(PRODUCT_TYPES.map((type) => [type, TYPE_BADGE[type]]))),
    ...named('dominance', DOMINANCE),
    ...FACT_NAMES.flatMap((name) =>
      rangesOf(name).map(({ value, range }) => ({
        name,
        value,
        label: rangeText(range),
        chip: rangeLabel(range),
      })),
    ),
    ...Object.values(GROWING).flatMap(({ facet, words }) =>
      named(facet, Object.fromEntries(words.map((word) => [normalise(word), word]))),
    ),
    ...named('stock', { con: WITH_STOCK }),
  ]
}

/** How products write their tags: 'Limón' of 'limon'. */
function labelsOf({ flavors, effects, brand }: Pick<FactsRow, 'flavors' | 'effects' | 'brand'>) {
  const parts = `${flavors},${effects}`.split(/[,;]| y /).map((part) => part.trim())
  const labels = parts.map((part) => [normalise(part), part.charAt(0).toUpperCase() + part.slice(1)] as const)
  return new Map([...labels, [normalise(brand ?? ''), brand ?? '']])
}

interface Counted {
  count: number
  facets: {
    name: FacetName
    label: string
    values: (Omit<KnownValue, 'name' | 'chip'> & { count: number })[]
  }[]
  /** Names of the chosen values. */
  chips: string[]
}

interface Asked {
  chosen: FacetValue[]
  /** Products of other types have no part in the list, whatever is searched for. */
  isAsked: (type: ProductType) => boolean
  /** Whether a product is in the list before facets. */
  isFound: (id: number) => boolean
  isStocked: (id: number) => boolean
}

const FACET_NAMES = Object.keys(FACETS) as FacetName[] // safe: keys of a literal

const bitOf = (name: FacetName) => 1 << FACET_NAMES.indexOf(name)

/** Each facet is counted without its own choice: one pass, as a product that fails one facet counts for that one. */
export function countFacets(
  { values, products, byType }: FacetFacts,
  { chosen, isAsked, isFound, isStocked }: Asked,
): Counted {
  const isChosen = values.map(({ name, value }) =>
    chosen.some((one) => one.name === name && one.value === value),
  )
  // A bit for each facet, as the loop runs over all products.
  const bits = Int32Array.from(values, ({ name }) => bitOf(name))
  const asked = chosen.reduce((bit, { name }) => bit | bitOf(name), 0)
  const stockPlace = values.findIndex(({ name }) => name === 'stock')
  const stockBit = asked & bitOf('stock')
  const counts = new Int32Array(values.length)
  let count = 0
  for (const { id, type, has } of products) {
    if (!isAsked(type) || !isFound(id)) continue
    const stocked = isStocked(id)
    let failed = stocked ? asked & ~stockBit : asked
    for (const place of has) if (isChosen[place]) failed &= ~(bits[place] ?? 0)
    // More than one.
    if ((failed & (failed - 1)) !== 0) continue
    if (failed === 0) count += 1
    for (const place of has)
      if (failed === 0 || bits[place] === failed) counts[place] = (counts[place] ?? 0) + 1
    if (stocked && (failed === 0 || failed === stockBit)) counts[stockPlace] = (counts[stockPlace] ?? 0) + 1
  }
  const asking = [...byType].filter(([type]) => isAsked(type)).map(([, some]) => some)
  const shown = values.map((value, place) => ({
    ...value,
    count: counts[place] ?? 0,
    ofAll: place === stockPlace ? asking.length : asking.reduce((all, some) => all + (some[place] ?? 0), 0),
    chosen: isChosen[place] ?? false,
  }))
  return {
    count,
    facets: FACET_NAMES.flatMap((name) => {
      const some = offered(
        name,
        shown.filter((value) => value.name === name),
      )
      return some.length === 0
        ? []
        : [
            {
              name,
              label: FACETS[name],
              values: some.map(({ value, label, count: number }) => ({ value, label, count: number })),
            },
          ]
    }),
    chips: chosen.map(
      ({ name, value }) => values.find((one) => one.name === name && one.value === value)?.chip ?? value,
    ),
  }
}

const IN_ORDER = new Set<FacetName>([
  'dominance',
  'stock',
  ...Object.values(GROWING).map(({ facet }) => facet),
])

/**
 * Fixed values keep their order; of others the most frequent in the list, then in the shop, by name. Those that no product
 * of the asked types has are left out, the others are offered without a hit too, so that they stay where they are.
 */
function offered<Value extends { label: string; count: number; ofAll: number; chosen: boolean }>(
  name: FacetName,
  values: Value[],
): Value[] {
  const some = values.filter(({ ofAll, chosen }) => ofAll > 0 || chosen)
  if (some.length === 0) return []
  if (isFactName(name) || IN_ORDER.has(name)) return values
  // Every product has it.
  if ((name === 'brand' || name === 'type') && some.length === 1 && !some[0]?.chosen) return []
  if (name === 'type') return some
  return some
    .toSorted(
      (a, b) =>
        Number(b.chosen) - Number(a.chosen) ||
        b.count - a.count ||
        b.ofAll - a.ofAll ||
        (a.label < b.label ? -1 : 1),
    )
    .slice(0, MOST_VALUES)
    .toSorted((a, b) => a.label.localeCompare(b.label, 'es'))
}
