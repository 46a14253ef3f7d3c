import { describe, expect, it } from 'vitest'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { cartItems, cartTotal, itemName, lineTotal, withGone } from './cart-items.ts'

const blister = {
  id: 31,
  seed_count: 5,
  size: '',
  stock: 3,
  image: null,
  price: 10_000,
  discount: 10,
  final_price: 9_000.35,
}
const product = {
  id: 7,
  name: 'Puna Violeta',
  type: 'fem',
  available: true,
  blisters: [blister],
} as unknown as Product // safe: what cartItems reads
const line = { productId: 7, blisterId: 31, quantity: 3 }

const problemOf = (changed: object, quantity = 3, signedIn = true) =>
  cartItems([{ ...line, quantity }], [{ ...product, blisters: [{ ...blister, ...changed }] }], signedIn)[0]
    ?.problem

describe('cartItems', () => {
  it('names a line after product and presentation', () => {
    const [item] = cartItems([line], [product], true)
    expect(item && itemName(item)).toBe('Puna Violeta X5 SEMILLAS')
  })

  it('keeps the name of a line whose product was hidden meanwhile', () => {
    const [item] = cartItems([line], withGone([], [product]), true)
    expect(item && itemName(item)).toBe('Puna Violeta X5 SEMILLAS')
    expect(item?.problem).toBe('unavailable')
  })

  it('finds the problem of a line that cannot be ordered', () => {
    expect(problemOf({})).toBeUndefined()
    expect(problemOf({}, 4)).toBe('short')
    expect(problemOf({ stock: 0 })).toBe('without-stock')
    expect(problemOf({ price: 0, final_price: 0 })).toBe('without-price')
    expect(problemOf({ id: 99 })).toBe('unavailable')
    expect(cartItems([line], [], true)[0]?.problem).toBe('unavailable')
    expect(cartItems([line], [{ ...product, available: false }], true)[0]?.problem).toBe('unavailable')
  })

  it('refuses lines that a discount of 100 % leaves without a price', () => {
    const free = { ...blister, discount: 100, final_price: 0 }
    const [item] = cartItems([line], [{ ...product, blisters: [free] }], true)
    expect(item).toMatchObject({ unitPrice: undefined, problem: 'without-price' })
  })

  it('expects no price for a visitor without an account', () => {
    expect(problemOf({ final_price: undefined }, 3, false)).toBeUndefined()
    expect(cartItems([line], [product], false)[0]?.unitPrice).toBeUndefined()
  })
})

describe('cartTotal', () => {
  it('adds whole centavos and leaves out lines that cannot be bought', () => {
    const gone = { productId: 8, blisterId: 32, quantity: 5 }
    const items = cartItems([line, gone], [product], true)
    expect(items.map(lineTotal)).toEqual([27_001.05, undefined])
    expect(cartTotal(items)).toBe(27_001.05)
  })

  it('leaves out a line with more than the stock', () => {
    expect(cartTotal(cartItems([{ ...line, quantity: 9 }], [product], true))).toBe(0)
  })
})
