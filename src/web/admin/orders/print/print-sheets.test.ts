import { expect, it } from 'vitest'
import { picking, type Printed } from './print-sheets.tsx'

function order(id: number, ...lines: [blister: number, name: string, seeds: number, quantity: number][]) {
  const products = lines.map(([blister_id, product_name, seed_count, quantity]) => ({
    blister_id,
    product_name,
    product_brand: null,
    product_type: 'fem',
    blister_info: { seed_count },
    quantity,
  }))
  const lots = [{ code: `L-${(id % 2) + 1}`, blister_id: 7, quantity: 1, is_on_hold: false }]
  return { id, lines: products, lots } as unknown as Printed // safe: only these parts are read
}

it('names the lots of each presentation once', () => {
  const orders = [order(1, [7, 'Puna', 10, 1]), order(2, [7, 'Puna', 10, 1]), order(3, [7, 'Puna', 10, 1])]
  const [picked] = picking(orders)
  expect(picked?.lots.map(({ code, quantity }) => [code, quantity])).toEqual([
    ['L-2', 2],
    ['L-1', 1],
  ])
})

it('sums the units of each presentation over all orders, by name', () => {
  const orders = [
    order(1, [7, 'Puna', 10, 2], [8, 'Ñandú', 3, 1]),
    order(2, [7, 'Puna', 10, 3], [9, 'Puna', 3, 1]),
  ]
  expect(picking(orders).map(({ name, kind, units, orders: of }) => [name, kind, units, of])).toEqual([
    ['Ñandú', 'X3 SEMILLAS', 1, [1]],
    ['Puna', 'X3 SEMILLAS', 1, [2]],
    ['Puna', 'X10 SEMILLAS', 5, [1, 2]],
  ])
})
