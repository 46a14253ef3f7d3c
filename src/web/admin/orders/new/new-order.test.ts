import { expect, it } from 'vitest'
import type { OrderLine } from '../../../../contract/orders/orders.ts'
import { EMPTY_ORDER, newOrderBody, newOrderErrors, totalOf, withLine } from './new-order.ts'

// safe: only these parts are read
const line = { product_id: 3, blister_id: 7, price_at_time: 1_000.5, product_name: 'Puna' } as OrderLine

it('adds a unit to an existing line, and sums without rounding errors', () => {
  const lines = withLine(withLine([], line), line)
  expect(lines).toMatchObject([{ quantity: 2, price: '1.000,50' }])
  expect(totalOf(lines)).toBe(2_001)
})

it('sends the prices that are shown, and the payment of their total', () => {
  const [one] = withLine([], line)
  const order = { ...EMPTY_ORDER, name: 'Ana Paz', lines: one ? [one] : [] }
  expect(newOrderBody(order)).toMatchObject({ guest: { name: 'Ana Paz' }, channel: 'phone' })
  expect(newOrderBody(order).lines).toMatchObject([{ price_at_time: 1_000.5 }])
  const cheaper = { ...order, outcome: 'done' as const, lines: [{ line, quantity: 2, price: '900' }] }
  expect(newOrderBody(cheaper)).toMatchObject({
    lines: [{ price_at_time: 900 }],
    payment: { amount: 1_800, method: 'cash' },
    handed: 'in_person',
    complete: true,
  })
})

it('is sent to an address, which is not sent along once it is arranged again', () => {
  const typed = { shipping_address: 'Mitre 123, Salta', carrier: 'Correo', tracking: 'AB 1' }
  const sent = { ...EMPTY_ORDER, ...typed, delivery_type: 'address', outcome: 'sent' } as const
  expect(newOrderBody(sent)).toMatchObject({ ...typed, handed: 'shipped', complete: true })
  const arranged = newOrderBody({ ...sent, delivery_type: 'coordinate', outcome: 'reserved' })
  expect(arranged).toMatchObject({ delivery_type: 'coordinate', shipping_address: '' })
  expect(arranged).not.toHaveProperty('carrier')
  expect(newOrderErrors({ ...sent, shipping_address: ' ' }).shipping_address).toBe(
    'La dirección es requerida',
  )
})

it('needs products and a customer', () => {
  expect(newOrderErrors(EMPTY_ORDER)).toMatchObject({
    lines: 'El pedido no tiene productos',
    name: 'El nombre es requerido',
  })
  const account = { ...EMPTY_ORDER, who: 'account' as const }
  expect(newOrderErrors(account).account).toBeDefined()
  expect(
    newOrderErrors({ ...account, account: { id: 1, name: 'Ana', email: '', can_mail: false } }).account,
  ).toBeUndefined()
})
