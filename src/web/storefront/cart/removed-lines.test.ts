import { describe, expect, it } from 'vitest'
import type { CartItem } from './cart-items.ts'
import { placeInCart, type RemovedLine, withRemoved } from './removed-lines.ts'

const line = (blisterId: number) => ({ productId: 1, blisterId, quantity: 1 })
const item = (blisterId: number) => ({ line: line(blisterId) }) as CartItem // safe: only `line` is read
const gone = (blisterId: number, index: number): RemovedLine => ({
  removed: line(blisterId),
  index,
  name: `${blisterId}`,
})
const shown = (rows: ReturnType<typeof withRemoved>) =>
  rows.map((row) => ('line' in row ? row.line.blisterId : -row.removed.blisterId))

describe('withRemoved', () => {
  it('keeps every row in its place, whatever the order of removals', () => {
    expect(shown(withRemoved([item(3)], [gone(1, 0), gone(2, 1), gone(4, 3)]))).toEqual([-1, -2, 3, -4])
    expect(shown(withRemoved([item(3)], [gone(4, 3), gone(2, 1), gone(1, 0)]))).toEqual([-1, -2, 3, -4])
    expect(shown(withRemoved([], [gone(2, 1), gone(1, 0)]))).toEqual([-1, -2])
  })

  it('leaves out lines that are in the cart again', () => {
    expect(shown(withRemoved([item(3), item(1)], [gone(1, 0), gone(2, 1)]))).toEqual([3, -2, 1])
  })
})

describe('placeInCart', () => {
  it('counts the lines of the cart before it', () => {
    const last = gone(4, 3)
    const rows = withRemoved([item(1), item(3)], [gone(2, 1), last])
    expect(placeInCart(rows, last)).toBe(2)
  })
})
