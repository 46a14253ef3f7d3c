import { describe, expect, it } from 'vitest'
import { cardPrice } from './card-price.ts'

const blister = (final_price: number, more: { stock?: number; price?: number; discount?: number } = {}) => ({
  id: final_price,
  seed_count: 3,
  stock: 1,
  image: null,
  price: final_price,
  discount: 0,
  final_price,
  ...more,
})

describe('cardPrice', () => {
  it('is the lowest final price', () => {
    const price = cardPrice([blister(30_000), blister(18_400, { price: 23_000, discount: 20 })])
    expect(price).toEqual({ kind: 'priced', price: 18_400, discount: 20, original: 23_000, isLowest: true })
  })

  it('is not «desde» when there is one price only', () => {
    expect(cardPrice([blister(5_000), blister(5_000)])).toMatchObject({ isLowest: false })
  })

  it('counts sold-out presentations only when all are sold out', () => {
    const cheap = blister(9_000, { stock: 0 })
    expect(cardPrice([cheap, blister(12_000)])).toMatchObject({ price: 12_000, isLowest: false })
    expect(cardPrice([cheap, blister(12_000, { stock: 0 })])).toMatchObject({ price: 9_000, isLowest: true })
  })

  it('treats 0 as no price', () => {
    expect(cardPrice([blister(0)])).toEqual({ kind: 'none' })
    expect(cardPrice([])).toEqual({ kind: 'none' })
  })

  it('treats a discount of 100 % as no price', () => {
    const free = blister(0, { price: 12_000 })
    expect(cardPrice([{ ...free, discount: 100 }])).toEqual({ kind: 'none' })
  })

  it('is unknown when the response was not for an account', () => {
    expect(cardPrice([{ id: 1, seed_count: 3, stock: 2, image: null }])).toEqual({ kind: 'unknown' })
  })
})
