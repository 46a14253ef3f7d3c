import { describe, expect, it } from 'vitest'
import { isUnreadFact } from './facts.ts'

describe('isUnreadFact', () => {
  it.each([
    ['', false],
    ['  ', false],
    ['20 %', false],
    ['0,6 %', false],
    ['60-70 días (9 semanas)', false],
    ['1.200 g/m²', false],
    ['rápida (9 semanas)', false],
    ['THC: 22 %', false],
    ['alta', true],
    ['g/m²', true],
    ['kg por m2', true],
    ['nueve semanas', true],
    ['kg/mt2', true],
    ['1:1', true],
    ['1 : 20', true],
  ])('%j: %s', (text, isUnread) => {
    expect(isUnreadFact(text)).toBe(isUnread)
  })
})
