import { expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

it.each([
  ['', 'abc', 3, 0],
  ['abc', 'abc', 0, 0],
  ['abc', 'acb', 1, 1],
  ['abc', 'abcdef', 3, 0],
  ['abx', 'abcdef', 4, 1],
  ['kitten', 'sitting', 3, 2],
])('%s → %s: %i to the whole word, %i to a beginning', (typed, word, whole, beginning) => {
  expect(editDistance(typed, word)).toEqual({ whole, beginning })
})
