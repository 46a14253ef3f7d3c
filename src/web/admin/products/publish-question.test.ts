import { describe, expect, it } from 'vitest'
import { emptyDraft } from './product-draft.ts'
import { lackedWhenShown } from './publish-question.tsx'

describe('lackedWhenShown', () => {
  const whole = { ...emptyDraft(), brand_id: '1' }
  it('names what customers would miss', () => {
    expect(lackedWhenShown(whole)).toBeUndefined()
    expect(lackedWhenShown({ ...whole, brand_id: '' })).toBe('marca')
    expect(lackedWhenShown({ ...whole, blisters: [] })).toBe('presentaciones')
    expect(lackedWhenShown({ ...whole, brand_id: '', blisters: [] })).toBe('marca ni presentaciones')
  })
  it('asks nothing of a hidden product', () => {
    expect(lackedWhenShown({ ...whole, available: false, brand_id: '', blisters: [] })).toBeUndefined()
  })
})
