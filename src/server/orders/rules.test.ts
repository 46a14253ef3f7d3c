import { describe, expect, it } from 'vitest'
import { freezeLine, keptLines, mergeItems, stockDifference, totalOf } from './rules.ts'

const units = (blisterId: number, quantity: number) => ({ blisterId, productId: blisterId * 10, quantity })

const item = (blister_id: number, quantity: number) => ({ blister_id, product_id: blister_id * 10, quantity })

describe('mergeItems', () => {
  it('joins the same presentation into one line', () => {
    const items = [1, 2, 1].map((id) => ({ blister_id: id, product_id: id * 10, quantity: 3 }))
    expect(mergeItems(items)).toEqual([units(1, 6), units(2, 3)])
  })

  it('allows a sum of exactly 99 and refuses 100', () => {
    expect(mergeItems([item(1, 50), item(1, 49)])).toEqual([units(1, 99)])
    expect(() => mergeItems([item(1, 50), item(1, 50)])).toThrow('La cantidad no puede superar 99')
  })
})

describe('stockDifference', () => {
  it('takes what is new or more and gives back what is gone or less', () => {
    const { take, giveBack } = stockDifference(
      [units(1, 2), units(2, 5), units(3, 1)],
      [units(1, 4), units(2, 3), units(4, 1)],
    )
    expect(take).toEqual([units(1, 2), units(4, 1)])
    expect(giveBack).toEqual([units(2, 2), units(3, 1)])
  })

  it('moves nothing for equal lines', () => {
    expect(stockDifference([units(1, 2)], [units(1, 2)])).toEqual({ take: [], giveBack: [] })
  })
})

describe('keptLines', () => {
  const lines = [units(1, 2), units(2, 5)]
  it('keeps some of the lines as they are, or none', () => {
    expect(keptLines(lines, [item(2, 5)])).toEqual([units(2, 5)])
    expect(keptLines(lines, [])).toEqual([])
  })

  it.each([
    ['more', [item(1, 3)]],
    ['fewer', [item(1, 1)]],
    ['another', [item(3, 1)]],
    ['one twice', [item(1, 2), item(1, 2)]],
  ])('refuses %s', (_, wanted) => {
    expect(() => keptLines(lines, wanted)).toThrow('solo se pueden quitar')
  })
})

describe('freezeLine', () => {
  const item = {
    blisterId: 1,
    productId: 10,
    productName: 'Puna',
    type: 'fem',
    brand: null,
    image: null,
    seedCount: 3,
    sellable: true,
  }

  it('takes the final price of the moment', () => {
    expect(freezeLine(units(1, 2), { ...item, price: 1000, finalPrice: 900 })).toMatchObject({
      priceAtTime: 900,
      quantity: 2,
    })
  })

  it('sells a gift with a discount of 100 and not what has no price yet', () => {
    expect(freezeLine(units(1, 1), { ...item, price: 1000, finalPrice: 0 }).priceAtTime).toBe(0)
    expect(() => freezeLine(units(1, 1), { ...item, price: 0, finalPrice: 0 })).toThrow('sin precio')
  })
})

describe('totalOf', () => {
  it('is exact in centavos for the largest order', () => {
    const lines = Array.from({ length: 50 }, () => ({ quantity: 99, priceAtTime: 9_999_999_999 }))
    expect(totalOf(lines)).toBe(49_499_999_995_050)
  })
})
