import { expect, it } from 'vitest'
import { factsOf } from '../facets/count-facets.ts'
import { mostAlike } from './likeness.ts'

const row = (id: number, tags: string[], more = {}) => ({
  id,
  type: 'fem' as const,
  tags: ['type:fem', ...tags],
  flavors: 'Limón, Menta',
  effects: 'Sereno',
  brand: 'Sur',
  ranges: [] as (number | null)[],
  ...more,
})
const LIKE = ['dominance:indica', 'effect:sereno', 'aroma:limon']
const all = { isOffered: () => true, most: 4 }

it('orders by what is in common of all that is known, then as given, and says it', () => {
  const facts = factsOf([
    row(1, [...LIKE, 'aroma:menta']),
    // As much in common, and more besides.
    row(2, [...LIKE, 'aroma:cuero', 'zone:norte']),
    row(3, LIKE),
    row(4, LIKE),
    // Only the brand and the type.
    row(5, ['brand:sur']),
    { ...row(6, LIKE), type: 'merch' as const },
  ])
  expect(mostAlike(facts, 1, all)).toEqual([
    { id: 3, shared: ['Índica', 'Sereno', 'Limón'] },
    { id: 4, shared: ['Índica', 'Sereno', 'Limón'] },
    { id: 2, shared: ['Índica', 'Sereno', 'Limón'] },
  ])
  expect(mostAlike(facts, 1, { isOffered: (id) => id !== 3, most: 1 }).map(({ id }) => id)).toEqual([4])
  expect(mostAlike(facts, 6, all)).toEqual([])
  expect(mostAlike(facts, 99, all)).toEqual([])
})

it('compares ranges of numbers, too', () => {
  const ranges = [21, 23, null, null, 60, 62]
  const facts = factsOf([row(1, LIKE, { ranges }), row(2, LIKE, { ranges }), row(3, LIKE)])
  expect(mostAlike(facts, 1, all).map(({ id }) => id)).toEqual([2, 3])
})
