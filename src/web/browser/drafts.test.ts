import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tabAttempt, tabDraft } from './drafts.ts'
import { fakeStorage } from './fake-storage.fixture.ts'

const order = { recipient_name: 'Ana', products: [{ product_id: 7, blister_id: 31, quantity: 2 }] }

beforeEach(() => void vi.stubGlobal('sessionStorage', fakeStorage()))
afterEach(() => void vi.unstubAllGlobals())

describe('tabDraft', () => {
  const draft = tabDraft<{ name: string }>('draft', 'userId')

  it('returns only what this user wrote', () => {
    draft.keep(1, { name: 'Ana' })
    expect(sessionStorage.getItem('draft')).toBe('{"userId":1,"value":{"name":"Ana"}}')
    expect(draft.read(1)).toEqual({ name: 'Ana' })
    expect(draft.read(2)).toBeUndefined()
    expect(draft.read(null)).toBeUndefined()
    draft.forget()
    expect(draft.read(1)).toBeUndefined()
  })

  it('passes what an anonymous visitor wrote to the user who signs in', () => {
    draft.keep(null, { name: 'Ana' })
    expect(draft.read(7)).toEqual({ name: 'Ana' })
    draft.keep(7, { name: 'Eva' })
    expect(draft.read(null)).toBeUndefined()
  })

  it.each(['', 'null', '[]', '7', '{"value":{"name":"Ana"}}'])('reads %j as no draft', (text) => {
    sessionStorage.setItem('draft', text)
    expect(draft.read(1)).toBeUndefined()
    expect(draft.read(null)).toBeUndefined()
  })
})

describe('tabAttempt', () => {
  const attempt = tabAttempt('attempt', 'owner')

  it('keeps the key of a request until its outcome is known', () => {
    expect(attempt.wasSent(1, order)).toBe(false)
    const key = attempt.keyFor(1, order)
    expect(attempt.keyFor(1, structuredClone(order))).toBe(key)
    expect(attempt.wasSent(1, order)).toBe(true)
    attempt.forget()
    expect(attempt.keyFor(1, order)).not.toBe(key)
  })

  it('has another key for another request and another user', () => {
    const key = attempt.keyFor(1, order)
    expect(attempt.wasSent(2, order)).toBe(false)
    expect(attempt.keyFor(2, order)).not.toBe(key)
    expect(attempt.keyFor(1, { ...order, recipient_name: 'Eva' })).not.toBe(key)
  })
})
