import { expect, it } from 'vitest'
import { MOST_LABELS } from '../../../contract/catalog/lot-rules.ts'
import type { Lot } from './lots-query.ts'
import { readLabelWish } from './lot-words.ts'

const lotOf = (...units: [blister: number, left: number][]) =>
  ({ units: units.map(([blister_id, left]) => ({ blister_id, left })) }) as unknown as Lot // safe: only these parts are read
const wish = (search: string, lot: Lot) => {
  const { units, count, paper } = readLabelWish(new URLSearchParams(search), lot)
  return [units?.blister_id, count, paper]
}

it('is a label for each unit that is left, of a presentation that has some', () => {
  const lot = lotOf([7, 0], [8, 6], [9, 1_000])
  expect(wish('', lot)).toEqual([8, 6, 'a4'])
  expect(wish('presentacion=7&papel=80', lot)).toEqual([7, 1, '80'])
  expect(wish('presentacion=9&cantidad=0', lot)).toEqual([9, MOST_LABELS, 'a4'])
  expect(wish('presentacion=x&cantidad=3', lot)).toEqual([8, 3, 'a4'])
  expect(wish('cantidad=1.5', lotOf())).toEqual([undefined, 1, 'a4'])
})
