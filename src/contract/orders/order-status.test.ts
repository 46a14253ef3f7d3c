import { expect, it } from 'vitest'
import { orderCan } from './order-status.ts'

it('offers customers only steps that the server still accepts', () => {
  for (const action of ['cancel', 'removeLine'] as const) {
    expect(orderCan(action, { status: 'pending', delivery_state: 'pending' })).toBe(true)
    expect(orderCan(action, { status: 'pending', delivery_state: 'prepared' })).toBe(true)
    expect(orderCan(action, { status: 'pending', delivery_state: 'handed' })).toBe(false)
    expect(orderCan(action, { status: 'completed', delivery_state: 'pending' })).toBe(false)
  }
})
