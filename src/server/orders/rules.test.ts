import { describe, expect, it } from 'vitest'
import { freezeLine } from './frozen-lines.ts'
import { keptLines, mergeItems, stockDifference, totalOf } from './rules.ts'

const units = (blister_id: number, quantity: number) => ({
  blister_id,
  product_id: blister_id * 10,
  quantity,
})

describe('mergeItems', () => {
  it('joins the same presentation into one line', () => {
    const items = [1, 2, 1].map((id) => ({ blister_id: id, product_id: id * 10, quantity: 3 }))
    expect(mergeItems(items)).toEqual([units(1, 6), units(2, 3)])
  })

  it('allows a sum of exactly 99 and refuses 100', () => {
    expect(mergeItems([units(1, 50), units(1, 49)])).toEqual([units(1, 99)])
    expect(() => mergeItems([units(1, 50), units(1, 50)])).toThrow('La cantidad no puede superar 99')
  })
})

describe('stockDifference', () => {
  it('takes added units and returns removed ones', () => {
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
  it('keeps some of the lines unchanged, or none', () => {
    expect(keptLines(lines, [units(2, 5)])).toEqual([units(2, 5)])
    expect(keptLines(lines, [])).toEqual([])
  })

  it.each([
    ['more', [units(1, 3)]],
    ['fewer', [units(1, 1)]],
    ['another', [units(3, 1)]],
    ['one twice', [units(1, 2), units(1, 2)]],
  ])('refuses %s', (_, wanted) => {
    expect(() => keptLines(lines, wanted)).toThrow('solo se pueden quitar')
  })
})

describe('freezeLine', () => {
  const item = {
    blister_id: 1,
    product_id: 10,
    product_name: 'Puna',
    product_type: 'fem' as const,
    product_brand: null,
    product_image: null,
    seed_count: 3,
    stock: 5,
    sellable: true,
    removed: false,
  }

  it('takes the current final price', () => {
    expect(freezeLine(units(1, 2), { ...item, price: 1000, final_price: 900 })).toMatchObject({
      price_at_time: 900,
      list_price: 1000,
      quantity: 2,
    })
  })

  it('has no list price without a price', () => {
    const gift = freezeLine(units(1, 1), { ...item, price: 0, final_price: 0 }, true)
    expect(gift).toMatchObject({ price_at_time: 0, list_price: null })
  })

  it('refuses presentations without a price, also by a discount of 100', () => {
    expect(() => freezeLine(units(1, 1), { ...item, price: 1000, final_price: 0 })).toThrow('sin precio')
    expect(() => freezeLine(units(1, 1), { ...item, price: 0, final_price: 0 })).toThrow('sin precio')
  })
})

describe('totalOf', () => {
  it('is exact in centavos for the largest order', () => {
    const lines = Array.from({ length: 50 }, () => ({ quantity: 99, price_at_time: 9_999_999_999 }))
    expect(totalOf(lines)).toBe(49_499_999_995_050)
  })
})
