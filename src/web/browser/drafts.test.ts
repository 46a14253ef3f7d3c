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
    expect(attempt.isOpen(1)).toBe(false)
    const { key, earlier } = attempt.start(1, order)
    expect(earlier).toEqual([])
    expect(attempt.start(1, structuredClone(order))).toEqual({ key, earlier: [order] })
    expect(attempt.isOpen(1)).toBe(true)
    attempt.forget()
    expect(attempt.start(1, order).key).not.toBe(key)
  })

  it('has another key for another request and another user', () => {
    const { key } = attempt.start(1, order)
    expect(attempt.isOpen(2)).toBe(false)
    expect(attempt.start(2, order).key).not.toBe(key)
    expect(attempt.start(1, { ...order, recipient_name: 'Eva' })).not.toMatchObject({ key })
  })

  it('keeps it for a changed request too, with what was sent before', () => {
    const wide = tabAttempt('wide', 'owner', 'any request')
    const changed = { ...order, recipient_name: 'Eva' }
    const { key } = wide.start(1, order)
    expect(wide.start(1, changed)).toEqual({ key, earlier: [order] })
    expect(wide.start(1, order)).toEqual({ key, earlier: [order, changed] })
    expect(wide.start(2, order)).not.toMatchObject({ key })
  })
})
