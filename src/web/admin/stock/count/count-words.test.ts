import { expect, it } from 'vitest'
import { unsavedText } from './count-words.ts'

it('names counts that are not saved', () => {
  expect(unsavedText(['A', 'B', 'C'])).toBe('Sin guardar: A, B, C')
  expect(unsavedText(['A', 'B', 'C', 'D', 'E'])).toBe('Sin guardar: A, B, C y 2 más')
})
