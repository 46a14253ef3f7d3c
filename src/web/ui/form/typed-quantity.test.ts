import { describe, expect, it } from 'vitest'
import { isFraction, leftQuantity, typedQuantity } from './typed-quantity.ts'

describe('typedQuantity', () => {
  it('reads whole numbers from the minimum on', () => {
    expect(typedQuantity('1', 1)).toEqual({ asked: 1 })
    expect(typedQuantity(' 12 ', 1)).toEqual({ asked: 12 })
    expect(typedQuantity('1234', 1)).toEqual({ asked: 123 })
  })

  it('keeps a draft while it is empty, zero or negative', () => {
    expect(typedQuantity('', 1)).toEqual({ draft: '' })
    expect(typedQuantity('x', 1)).toEqual({ draft: '' })
    expect(typedQuantity('0', 1)).toEqual({ draft: '0' })
    expect(typedQuantity('-5', 1)).toEqual({ draft: '-5' })
    expect(typedQuantity('−', 1)).toEqual({ draft: '−' })
  })

  it('keeps a draft of a fraction, instead of reading 1,5 as 15', () => {
    expect(typedQuantity('1,', 1)).toEqual({ draft: '1,' })
    expect(typedQuantity('1,5', 1)).toEqual({ draft: '1,5' })
    expect(isFraction('1,5')).toBe(true)
    expect(isFraction('1,')).toBe(false)
  })
})

describe('leftQuantity', () => {
  it('raises zero and negative numbers to the minimum', () => {
    expect(leftQuantity('0', 1)).toBe(1)
    expect(leftQuantity('-5', 1)).toBe(1)
  })

  it('changes nothing for an empty draft or a fraction', () => {
    expect(leftQuantity('1,5', 1)).toBeUndefined()
    expect(leftQuantity('', 1)).toBeUndefined()
    expect(leftQuantity('-', 1)).toBeUndefined()
    expect(leftQuantity(undefined, 1)).toBeUndefined()
  })
})
