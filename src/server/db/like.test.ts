import { expect, it } from 'vitest'
import { containing } from './like.ts'

it('containing escapes the characters of patterns', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%')
})
