import { describe, expect, it } from 'vitest'
import type { Order, OrderLine } from '../../../contract/orders/orders.ts'
import { type ClaimFields, claimRequest, errorsIn, furthestStep, orderBlockedBy } from './claim-rules.ts'

const today = '2026-11-20'
const wizard = { kind: 'wizard', days: 30, today } as const
const account = { kind: 'account' } as const

function order(changed: Partial<Order> = {}, line: Partial<OrderLine> = {}): Order {
  const seeds = { product_id: 7, product_type: 'fem', product_name: 'Puna Violeta', ...line } as OrderLine // safe: the fields that the rules read
  return {
    id: 12,
    status: 'completed',
    created_at: '2026-11-01T12:00:00Z',
    products: [seeds],
    ...changed,
  } as Order // safe: the fields that the rules read
}

const claim: ClaimFields = {
  type: 'without-order',
  order: undefined,
  line: undefined,
  name: 'Hernán',
  email: 'hernan@correo.example',
  purchaseDate: '2026-11-01',
  productName: 'Lapacho Rosa X3',
  germinationDate: today,
  description: 'No abrieron.',
}

describe('orderBlockedBy', () => {
  it('allows completed orders of the last 30 days of Buenos Aires in the wizard', () => {
    expect(orderBlockedBy(order(), wizard)).toBeUndefined()
    expect(orderBlockedBy(order({ created_at: '2026-10-21T03:00:00Z' }), wizard)).toBeUndefined()
    expect(orderBlockedBy(order({ created_at: '2026-10-21T02:59:00Z' }), wizard)).toBe(
      'Pasaron más de 30 días',
    )
    expect(
      orderBlockedBy(order({ created_at: '2025-01-01T12:00:00Z' }), { ...wizard, days: null }),
    ).toBeUndefined()
    expect(orderBlockedBy(order({ status: 'pending' }), wizard)).toBe('El pedido todavía no está completado')
  })

  it('allows completed and pending orders of any age in the account', () => {
    expect(orderBlockedBy(order({ created_at: '2025-01-01T12:00:00Z' }), account)).toBeUndefined()
    expect(orderBlockedBy(order({ status: 'pending' }), account)).toBeUndefined()
  })

  it('allows neither cancelled orders nor orders without seeds', () => {
    for (const rule of [wizard, account]) {
      expect(orderBlockedBy(order({ status: 'cancelled' }), rule)).toBe('El pedido está cancelado')
      expect(orderBlockedBy(order({}, { product_type: 'merch' }), rule)).toBe('El pedido no tiene semillas')
    }
  })
})

describe('errorsIn', () => {
  it('refuses days of the future, and a germination before the purchase', () => {
    expect(errorsIn(1, { ...claim, purchaseDate: '2026-11-21' }, today)).toEqual({
      purchase_date: 'La fecha de compra no puede ser futura',
    })
    expect(errorsIn(3, { ...claim, germinationDate: '2026-11-21' }, today, 1)).toEqual({
      germination_date: 'La fecha de germinación no puede ser futura',
    })
    expect(errorsIn(3, { ...claim, germinationDate: '2026-10-31' }, today, 1)).toEqual({
      germination_date: 'La fecha de germinación no puede ser anterior a la compra',
    })
  })

  it('requires a description and at least one photo', () => {
    expect(errorsIn(3, { ...claim, description: '  ' }, today)).toEqual({
      description: 'La descripción es requerida',
      photo1: 'Debes subir al menos una foto',
    })
    expect(errorsIn(3, claim, today, 1)).toEqual({})
  })
})

describe('furthestStep', () => {
  it('is the first unfinished step', () => {
    expect(furthestStep({ ...claim, name: '' }, today)).toBe(1)
    expect(furthestStep({ ...claim, productName: ' ' }, today)).toBe(2)
    expect(furthestStep(claim, today)).toBe(3)
    expect(furthestStep({ ...claim, type: 'with-order' }, today)).toBe(1)
  })
})

describe('claimRequest', () => {
  it('names order and product when there is an order, and keeps each photo in its place', () => {
    const own = order()
    const body = claimRequest(
      { ...claim, type: 'with-order', order: own, line: own.products[0] },
      [null, '/media/warranty/x/480.webp', null],
      true,
    )
    expect(body).toMatchObject({
      order_id: 12,
      product_id: 7,
      photo1: '',
      photo2: '/media/warranty/x/480.webp',
    })
    expect(claimRequest(claim, [], false)).not.toHaveProperty('order_id')
  })
})
