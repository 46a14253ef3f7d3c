import { describe, expect, it } from 'vitest'
import { discountText } from './discount-text.ts'

describe('discountText', () => {
  it('rounds and pads to two digits', () => {
    expect(discountText(5)).toBe('−05\u00a0%')
    expect(discountText(12.5)).toBe('−13\u00a0%')
    expect(discountText(100)).toBe('−100\u00a0%')
  })

  it('is undefined when it rounds to 0', () => {
    expect(discountText(0)).toBeUndefined()
    expect(discountText(0.49)).toBeUndefined()
    expect(discountText(0.5)).toBe('−01\u00a0%')
  })
})
