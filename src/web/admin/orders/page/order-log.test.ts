import { describe, expect, it } from 'vitest'
import type { Order, OrderLine } from '../../../../contract/orders/orders.ts'
import { earlierPrices, orderChanges } from './order-log.ts'

const order = {
  order_products: [
    { blister_id: 1, product_name: 'Puna Violeta', product_type: 'fem', blister_info: { seed_count: 3 } },
  ],
} as Order
describe('orderChanges', () => {
  const line = (blister_id: number, quantity: number) => ({ blister_id, quantity, price_at_time: 100 })

  it('names quantities, removed and added lines', () => {
    const changes = {
      lines: {
        before: [line(1, 2), line(7, 1)],
        after: [
          line(1, 1),
          { ...line(9, 4), product_name: 'Zonda Express', product_type: 'auto', seed_count: 5 },
        ],
      },
      total: { before: 300, after: 500 },
    }
    expect(orderChanges({ changes }, order).map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
      'Puna Violeta X3 SEMILLAS: 2 → 1',
      'Presentación 7: quitado (1)',
      'Zonda Express X5 SEMILLAS: agregado (4)',
      'Total: $ 300 → $ 500',
    ])
  })

  it('shows the delivery, and personal data masked', () => {
    const changes = {
      delivery_type: { before: 'coordinate', after: 'address' },
      customer_phone: { before: '11·····789', after: '11·····444' },
      recipient_name: { before: 'dato personal', after: 'dato personal' },
    }
    expect(orderChanges({ changes }, order)).toEqual([
      'Entrega: Acordar entrega → Envío a domicilio',
      'Teléfono: 11·····789 → 11·····444',
      'Destinatario: modificado',
    ])
  })

  it('leaves out values without before and after', () => {
    expect(orderChanges({ changes: { old_status: 'pending', order_total: 3 } }, order)).toEqual([])
  })
})

describe('the earlier prices of lines', () => {
  // safe: the fields that are read
  const line = (id: number, product_name: string, price_at_time: number) =>
    ({ id, blister_id: id * 10, product_name, price_at_time }) as OrderLine
  const entry = (at: string, changes: Record<string, unknown>) => ({
    kind: 'activity' as const,
    at,
    text: '',
    changes,
  })
  const note = (at: string, text: string) => ({ kind: 'note' as const, at, text, changes: {} })
  const priced = (name: string, before: number, after: number) => ({
    product_name: name,
    price_at_time: { before, after },
  })

  it('are those before the first change, with the reason of the last', () => {
    const found = earlierPrices(
      [
        entry('3', priced('Luz Mala', 900, 800)),
        note('3', 'Cambio de precio de Luz Mala: otra vez'),
        entry('2', priced('Luz Mala', 1000, 900)),
        note('2', 'Cambio de precio de Luz Mala: amigo'),
      ],
      [line(1, 'Luz Mala', 800), line(2, 'Arrope', 500)],
    )
    expect([...found]).toEqual([[1, { price: 1000, reason: 'otra vez' }]])
  })

  it('come from a discount on the whole order, too', () => {
    const lines = (first: number) => [
      { blister_id: 10, price_at_time: first },
      { blister_id: 20, price_at_time: 500 },
    ]
    const found = earlierPrices(
      [
        entry('2', { lines: { before: lines(1000), after: lines(900) } }),
        note('2', 'Cambio de precios: feria'),
      ],
      [line(1, 'Luz Mala', 900), line(2, 'Arrope', 500)],
    )
    expect([...found]).toEqual([[1, { price: 1000, reason: 'feria' }]])
  })

  it('are unknown for one of two presentations of a name, and gone once the price is back', () => {
    const changed = entry('2', priced('Luz Mala', 1000, 900))
    expect(earlierPrices([changed], [line(1, 'Luz Mala', 900), line(2, 'Luz Mala', 5000)]).size).toBe(0)
    expect(earlierPrices([changed], [line(1, 'Luz Mala', 1000)]).size).toBe(0)
  })
})
