import { describe, expect, it } from 'vitest'
import { cutDescription } from './cut-description.ts'

describe('cutDescription', () => {
  it('is undefined for a text that fits', () => {
    expect(cutDescription('corto', 5)).toBeUndefined()
    expect(cutDescription('', 300)).toBeUndefined()
  })

  it('ends at a word and never exceeds the length', () => {
    const text = 'Noches frías que tiñen las hojas de violeta'
    expect(cutDescription(text, 20)).toBe('Noches frías que…')
    for (let max = 8; max < text.length; max++)
      expect(cutDescription(text, max)?.length).toBeLessThanOrEqual(max)
  })

  it('keeps a word that ends exactly there', () => {
    expect(cutDescription('uno dos tres', 8)).toBe('uno dos…')
  })

  it('leaves no comma before the ellipsis', () => {
    expect(cutDescription('uno, dos y tres', 8)).toBe('uno…')
  })

  it('cuts a single endless word', () => {
    expect(cutDescription('a'.repeat(400), 300)).toBe(`${'a'.repeat(299)}…`)
  })

  it('counts graphemes', () => {
    expect(cutDescription('ñ'.repeat(300), 300)).toBeUndefined()
    expect(cutDescription('👩‍🌾'.repeat(5), 4)).toBe(`${'👩‍🌾'.repeat(3)}…`)
  })
})
