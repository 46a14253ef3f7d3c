import type { FacetName } from '../../../contract/catalog/facets.ts'
import type { FacetFacts } from '../facets/count-facets.ts'

/** Fewer in common say nothing. */
const LEAST_SHARED = 4
/** Facts that are named, and these first. */
const MOST_NAMED = 3
const NAMED: FacetName[] = [
  'dominance',
  'effect',
  'aroma',
  'flowering',
  'thc',
  'yield',
  'height',
  'difficulty',
]
/** Not what a variety is like. */
const NOT_LIKENESS = new Set<FacetName>(['brand', 'stock'])

/** A product with what it has in common with another, in words. */
export interface Alike {
  id: number
  shared: string[]
}

/**
 * The products most like one by their facts: those in common, of all that are known of both. Equally like ones stay in the
 * order of `products`, by name. Never mixes seeds and merchandise, which has no facts.
 */
export function mostAlike(
  { values, products }: FacetFacts,
  id: number,
  { isOffered, most }: { isOffered: (id: number) => boolean; most: number },
): Alike[] {
  const like = products.find((product) => product.id === id)
  if (!like || like.type === 'merch') return []
  const counts = values.map(({ name }) => !NOT_LIKENESS.has(name))
  const isShared = values.map(() => false)
  let known = 0
  for (const place of like.has) {
    if (!counts[place]) continue
    isShared[place] = true
    known += 1
  }
  // The best so far, in order: all of them are not worth sorting.
  const best: { id: number; has: number[]; likeness: number }[] = []
  for (const { id: other, type, has } of products) {
    if (other === id || type === 'merch' || !isOffered(other)) continue
    let [shared, all] = [0, 0]
    for (const place of has) {
      if (counts[place]) all += 1
      if (isShared[place]) shared += 1
    }
    const likeness = (2 * shared) / (known + all)
    const last = best.length === most ? best.at(-1)?.likeness : 0
    if (shared < LEAST_SHARED || likeness <= (last ?? 0)) continue
    const better = best.findIndex((one) => one.likeness < likeness)
    best.splice(better === -1 ? best.length : better, 0, { id: other, has, likeness })
    best.length = Math.min(best.length, most)
  }
  return best.map(({ id: other, has }) => ({
    id: other,
    shared: inWords(has.filter((place) => isShared[place])),
  }))

  function inWords(shared: number[]): string[] {
    const labels = NAMED.flatMap((name) =>
      shared.flatMap((place) => {
        const value = values[place]
        return value?.name === name ? [value.chip] : []
      }),
    )
    return labels.slice(0, MOST_NAMED)
  }
}
