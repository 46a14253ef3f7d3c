import { describe, expect, it } from 'vitest'
import { isUnreadFact } from './facts.ts'

describe('isUnreadFact', () => {
  it.each([
    ['thc', '', false],
    ['thc', '  ', false],
    ['thc', '20 %', false],
    ['cbd', '0,6 %', false],
    ['flowering_time', '60-70 días (9 semanas)', false],
    ['flowering_time', '8 1/2 semanas', false],
    ['yield_indoor', '1.200 g/m²', false],
    ['flowering_time', 'rápida (9 semanas)', false],
    ['thc', 'THC: 22 %', false],
    ['thc', 'alta', true],
    ['yield_indoor', 'g/m²', true],
    ['yield_indoor', 'kg por m2', true],
    ['flowering_time', 'nueve semanas', true],
    ['yield_indoor', 'kg/mt2', true],
    ['yield_indoor', '1,5 g/W', true],
    ['yield_indoor', '120 g/planta', true],
    ['thc', '1:1', true],
    ['cbd', '1 : 20', true],
    ['flowering_time', '15 de abril', true],
    ['thc', 'THC 22 %, CBD 1 %', true],
    ['cbd', 'THC 22 %, CBD 1 %', true],
    ['thc', '180 %', true],
    ['height_indoor', '12 m', true],
  ] as const)('of %s, %j: %s', (field, text, isUnread) => {
    expect(isUnreadFact(field, text)).toBe(isUnread)
  })
})
