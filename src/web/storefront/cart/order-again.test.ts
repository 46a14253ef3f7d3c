import { expect, it } from 'vitest'
import type { Product } from '../../../contract/catalog/catalog.ts'
import type { OrderLine } from '../../../contract/orders/orders.ts'
import { againOf, asksFor } from './order-again.ts'

const line = (id: number, quantity: number) =>
  // safe: only these parts are read
  ({
    product_id: id,
    blister_id: 10 + id,
    quantity,
    product_name: `Puna ${id}`,
    product_type: 'fem',
    blister_info: { seed_count: 3 },
  }) as OrderLine
const product = (id: number, stock: number, part: object = {}) =>
  // safe: only these parts are read
  ({ id, available: true, blisters: [{ id: 10 + id, stock, final_price: 900 }], ...part }) as Product

it("takes available units at today's price, and names missing ones", () => {
  const lines = [line(1, 2), line(2, 5), line(3, 1), line(4, 1), line(5, 1), line(6, 1)]
  const again = againOf(lines, [
    product(1, 9),
    product(2, 3),
    product(3, 0),
    product(4, 9, { available: false }),
    product(5, 9, { blisters: [{ id: 15, stock: 9, final_price: 0 }] }),
  ])
  expect(again.wanted).toEqual([
    { name: 'Puna 1 X3 SEMILLAS', productId: 1, blisterId: 11, quantity: 2, price: 900 },
    { name: 'Puna 2 X3 SEMILLAS', productId: 2, blisterId: 12, quantity: 3, price: 900 },
  ])
  expect(again.missing).toEqual([
    'Puna 2 X3 SEMILLAS: quedan 3 de 5',
    'Puna 3 X3 SEMILLAS: sin stock',
    'Puna 4 X3 SEMILLAS: ya no está en la tienda',
    'Puna 5 X3 SEMILLAS: sin precio por ahora',
    'Puna 6 X3 SEMILLAS: ya no está en la tienda',
  ])
})

it('leaves the address of another page, where the visitor is by now', () => {
  expect(asksFor(7, { pathname: '/carrito', search: '?pedido=7' })).toBe(true)
  expect(asksFor(7, { pathname: '/productos', search: '?pedido=7' })).toBe(false)
  expect(asksFor(7, { pathname: '/carrito', search: '?pedido=8' })).toBe(false)
})
