import { describe, expect, it } from 'vitest'
import { cardPrice } from './card-price.ts'

const blister = (
  seed_count: number,
  final_price: number,
  more: { stock?: number; price?: number; discount?: number } = {},
) => ({
  id: seed_count,
  seed_count,
  size: '',
  stock: 1,
  image: null,
  price: final_price,
  discount: 0,
  final_price,
  ...more,
})

describe('cardPrice', () => {
  it('is of the presentation that the button adds, and a cheaper one beside it', () => {
    const [x3, x5] = [blister(3, 31_000), blister(5, 29_100, { price: 58_200, discount: 50 })]
    expect(cardPrice([x5, x3])).toEqual({ kind: 'priced', own: x3, cheaper: x5 })
  })

  it('stands alone when no other presentation is cheaper', () => {
    const [x3, x5] = [blister(3, 18_400), blister(5, 18_400)]
    expect(cardPrice([x3, x5])).toEqual({ kind: 'priced', own: x3, cheaper: undefined })
  })

  it('counts what is sold out or has no price only when nothing can be bought', () => {
    const soldOut = blister(3, 9_000, { stock: 0 })
    const unpriced = blister(1, 0)
    const x5 = blister(5, 12_000)
    expect(cardPrice([unpriced, soldOut, x5])).toMatchObject({ own: x5, cheaper: undefined })
    expect(cardPrice([unpriced, { ...x5, stock: 0 }, soldOut])).toMatchObject({
      own: soldOut,
      cheaper: undefined,
    })
  })

  it('treats 0, also after a discount of 100 %, as no price', () => {
    expect(cardPrice([blister(3, 0)])).toEqual({ kind: 'none' })
    expect(cardPrice([])).toEqual({ kind: 'none' })
    expect(cardPrice([blister(3, 0, { price: 12_000, discount: 100 })])).toEqual({ kind: 'none' })
  })

  it('is unknown when the response was not for an account', () => {
    expect(cardPrice([{ id: 1, seed_count: 3, size: '', stock: 2, image: null }])).toEqual({
      kind: 'unknown',
    })
  })
})
