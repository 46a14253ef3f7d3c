import { describe, expect, it } from 'vitest'
import type { OrderLine } from '../../../contract/orders/orders.ts'
import { lineTotal } from '../../shop/order-in-words.ts'
import { ago } from './order-words.ts'

const line = {
  quantity: 3,
  price_at_time: 18400.1,
  product_name: 'Puna Violeta',
  product_type: 'fem',
  blister_info: { seed_count: 3 },
} as OrderLine

describe('lineTotal', () => {
  it('counts in whole centavos', () => {
    expect(lineTotal(line)).toBe(55200.3)
  })
})

describe('ago', () => {
  it('shows minutes, hours and days', () => {
    const now = Date.parse('2026-11-20T12:00:00Z')
    const before = (ms: number) => ago(new Date(now - ms).toISOString(), now)
    expect([
      before(20_000),
      before(61_000),
      before(7_200_000),
      before(86_400_000),
      before(200_000_000),
    ]).toEqual(['recién', 'hace 1 min', 'hace 2 h', 'hace 1 día', 'hace 2 días'])
  })
})
