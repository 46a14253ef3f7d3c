import { expect, it } from 'vitest'
import { containing } from './like.ts'

it('containing keeps what only looks like a pattern', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%')
})
