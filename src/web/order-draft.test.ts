import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetOrderDraft, forgetOrderKey, keepDraft, orderKey, readDraft, wasSent } from './order-draft.ts'

const order = { recipient_name: 'Ana', products: [{ product_id: 7, blister_id: 31, quantity: 2 }] }

beforeEach(() => {
  const tab = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('orderKey', () => {
  it('is the same for the same order until its outcome is known', () => {
    expect(wasSent(1, order)).toBe(false)
    const key = orderKey(1, order)
    expect(orderKey(1, structuredClone(order))).toBe(key)
    expect(wasSent(1, order)).toBe(true)
    forgetOrderKey()
    expect(orderKey(1, order)).not.toBe(key)
  })

  it('is another one for another order and for another person', () => {
    const key = orderKey(1, order)
    expect(orderKey(1, { ...order, recipient_name: 'Eva' })).not.toBe(key)
    expect(wasSent(2, order)).toBe(false)
  })
})

describe('readDraft', () => {
  it('gives what this person typed, and nobody else', () => {
    keepDraft(1, { name: 'Ana', delivery: 'coordinate' })
    expect(readDraft(1)).toEqual({ name: 'Ana', delivery: 'coordinate' })
    expect(readDraft(2)).toBeUndefined()
    forgetOrderDraft()
    expect(readDraft(1)).toBeUndefined()
  })
})
