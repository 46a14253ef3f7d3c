import { expect, it } from 'vitest'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { picking } from './picking.ts'

function order(id: number, ...lines: [blister: number, name: string, seeds: number, quantity: number][]) {
  const order_products = lines.map(([blister_id, product_name, seed_count, quantity]) => ({
    blister_id,
    product_name,
    product_brand: null,
    product_type: 'fem',
    blister_info: { seed_count },
    quantity,
  }))
  return { id, order_products } as unknown as AdminOrder // safe: only these parts are read
}

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
