import { describe, expect, it } from 'vitest'
import { DEFAULT_TEMPLATE, fillTemplate } from '../../../contract/messages/templates.ts'
import type { AdminOrder, OrderLine } from '../../../contract/orders/orders.ts'
import { mailtoCustomer, messageFacts, templateFor } from './order-message.ts'

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
  next_action: 'contact',
  recipient_name: 'Ana Suárez',
  customer_email: 'ana+semillas@surbrote.example',
  total: 55200.3,
  balance: 55200.3,
  paid_total: 0,
  handed_how: null,
  tracking: '',
  expires_at: null,
  claim_id: null,
  order_products: [line],
} as unknown as AdminOrder // safe: what messages read

describe('templateFor', () => {
  it.each([
    [{}, 'nuevo'],
    [{ claim_id: 5, next_action: 'hand' }, 'preparado'],
    [{ claim_id: 5, next_action: 'prepare' }, 'nuevo'],
    [{ claim_id: 5, total: 0, next_action: 'prepare' }, 'reposicion'],
    [{ next_action: 'agree' }, 'cobro'],
    [{ next_action: 'expiring' }, 'por_vencer'],
    [{ next_action: 'collect', status: 'completed' }, 'cobro'],
    [{ next_action: 'collect', handed_how: 'shipped' }, 'cobro'],
    [{ next_action: 'prepare', paid_total: 20 }, 'pago_recibido'],
    [{ next_action: 'prepare' }, 'nuevo'],
    [{ next_action: 'hand', paid_total: 20 }, 'preparado'],
    [{ next_action: 'finish', handed_how: 'shipped' }, 'despachado'],
    [{ next_action: 'finish', handed_how: 'in_person' }, 'completado'],
    [{ next_action: null, status: 'completed' }, 'completado'],
    [{ next_action: 'refund', status: 'cancelled', paid_total: 20 }, 'cancelado'],
  ] as [Partial<AdminOrder>, string][])('%o: %s', (part, key) => {
    expect(templateFor({ ...order, ...part })).toBe(key)
  })
})

describe('messageFacts', () => {
  it('names customer and order, and lists lines and total', () => {
    const text = fillTemplate(DEFAULT_TEMPLATE.nuevo, messageFacts(order, 'Surbrote'))
    expect(text).toContain('Hola, Ana. Mensaje de Surbrote por el Pedido #12:')
    expect(text).toContain('- 3 × Puna Violeta X3 SEMILLAS')
    expect(text).toMatch(/Total: \$\s55\.200,30/)
  })

  it.each(['Suárez, Ana', 'Suárez Paz, Ana María', 'Ana', 'Ana Suárez, depto 3'])(
    'greets %s by the first name',
    (recipient_name) => {
      expect(messageFacts({ ...order, recipient_name }, '').nombre).toBe('Ana')
    },
  )

  it('names the last day of a reservation', () => {
    const facts = messageFacts({ ...order, expires_at: '2026-11-28T03:00:00.000Z' }, 'Surbrote')
    expect(fillTemplate(DEFAULT_TEMPLATE.por_vencer, facts)).toContain('vence el 27 de noviembre de 2026')
  })

  it('has no balance after an overpayment', () => {
    expect(messageFacts({ ...order, balance: -10 }, '').saldo).toMatch(/^\$\s0$/)
  })
})

describe('mailtoCustomer', () => {
  it('escapes characters that would end the address', () => {
    const link = mailtoCustomer({ ...order, customer_email: 'a?bcc=x@y.example' }, 'Semillas & Cía', 'a\nb&c')
    expect(link).toBe(
      'mailto:a%3Fbcc%3Dx%40y.example?subject=Pedido%20%2312%20en%20Semillas%20%26%20C%C3%ADa&body=a%0D%0Ab%26c',
    )
  })
})
