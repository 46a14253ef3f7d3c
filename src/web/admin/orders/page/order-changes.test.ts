import { describe, expect, it } from 'vitest'
import type { Order } from '../../../../contract/orders/orders.ts'
import { orderChanges } from './order-changes.ts'

const order = {
  order_products: [
    { blister_id: 1, product_name: 'Puna Violeta', product_type: 'fem', blister_info: { seed_count: 3 } },
  ],
} as Order
const line = (blister_id: number, quantity: number) => ({ blister_id, quantity, price_at_time: 100 })

describe('orderChanges', () => {
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
