import { describe, expect, it } from 'vitest'
import type { AdminOrder, OrderLine } from '../../../contract/orders/orders.ts'
import { lineTotal } from '../../shop/order-in-words.ts'
import { ago, mailtoCustomer, messageToCustomer } from './order-words.ts'

const line = {
  quantity: 3,
  price_at_time: 18400.1,
  product_name: 'Puna Violeta',
  product_type: 'fem',
  blister_info: { seed_count: 3 },
} as OrderLine
const order = {
  id: 12,
  status: 'pending',
  recipient_name: 'Ana Suárez',
  customer_email: 'ana+semillas@surbrote.example',
  total: 55200.3,
  order_products: [line],
} as AdminOrder

describe('messageToCustomer', () => {
  it('names customer and order, and lists lines and total', () => {
    const text = messageToCustomer(order, 'Surbrote')
    expect(text).toContain('Hola, Ana. Mensaje de Surbrote por el Pedido #12:')
    expect(text).toContain('- 3 × Puna Violeta X3 SEMILLAS')
    expect(text).toMatch(/Total: \$\s55\.200,30/)
  })

  it.each([
    [{ next_action: 'contact' }, /Es para coordinar la entrega\.$/],
    [{ next_action: 'agree', balance: 900 }, /El saldo es \$\s900\. ¿Cómo preferís pagarlo\?$/],
    [{ next_action: 'collect', status: 'completed', balance: 900 }, /El saldo es \$\s900\./],
    [{ next_action: 'prepare', paid_total: 20, balance: 900 }, /¡Recibimos el pago! Saldo: \$\s900\.$/],
    [{ next_action: 'hand' }, /Ya está preparado/],
    [
      { next_action: 'finish', handed_how: 'shipped', tracking: 'AB 1' },
      /Está en camino\. Seguimiento: AB 1\.$/,
    ],
    [{ next_action: 'refund', status: 'cancelled', paid_total: 20 }, /El pedido está cancelado/],
  ] as [Partial<AdminOrder>, RegExp][])('says what the order waits for: %o', (part, words) => {
    expect(messageToCustomer({ ...order, ...part }, 'Surbrote')).toMatch(words)
  })

  it('has no name when the account is deleted', () => {
    expect(messageToCustomer({ ...order, recipient_name: '' }, 'Surbrote')).toMatch(/^Hola\. Mensaje/)
  })
})

describe('mailtoCustomer', () => {
  it('escapes characters that would end the address', () => {
    const link = mailtoCustomer({ ...order, customer_email: 'a?bcc=x@y.example' }, 'Semillas & Cía')
    expect(link).toMatch(/^mailto:a%3Fbcc%3Dx%40y\.example\?subject=Pedido%20%2312%20en%20Semillas%20%26%20C/)
  })
})

describe('lineTotal', () => {
  it('counts in whole centavos', () => {
    expect(lineTotal(line)).toBe(55200.3)
  })
})

describe('ago', () => {
  it('shows minutes, hours and days', () => {
    const now = Date.parse('2026-11-20T12:00:00Z')
    const before = (ms: number) => ago(new Date(now - ms).toISOString(), now)
    expect([
      before(20_000),
      before(61_000),
      before(7_200_000),
      before(86_400_000),
      before(200_000_000),
    ]).toEqual(['recién', 'hace 1 min', 'hace 2 h', 'hace 1 día', 'hace 2 días'])
  })
})
