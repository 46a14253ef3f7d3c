import { describe, expect, it, vi } from 'vitest'
import { ORDERS_CACHE_MS } from '../../contract/limits.ts'
import { ana, inBrowser, tokens } from '../../../test/support/browsers/empty-browser.ts'
import { clearCaches, readSession, signedIn, signedOut } from '../session/session.ts'
import { cacheAnswer, cachedAnswer } from './answer-cache.ts'

const page = { results: [], count: 0 }

inBrowser()

const signIn = () => signedIn(tokens, ana)

describe('cacheAnswer', () => {
  it('stores a response under its name, with its time', () => {
    signIn()
    cacheAnswer('orders', readSession(), { orders: [] })
    const stored = JSON.parse(localStorage.getItem('orders') ?? 'null') as object
    expect(stored).toMatchObject({ timestamp: Date.now(), audience: 'user-3', data: { orders: [] } })
  })

  it('stores nothing that belongs to another session', () => {
    signIn()
    cacheAnswer('products', null, page)
    signedOut()
    cacheAnswer('orders', ana, { orders: [] })
    expect(localStorage.getItem('products')).toBeNull()
    expect(localStorage.getItem('orders')).toBeNull()
  })

  it('is cleared by login and by clearing the caches', () => {
    cacheAnswer('products', null, page)
    signIn()
    expect(cachedAnswer('products', null)).toBeUndefined()
    cacheAnswer('products', readSession(), page)
    clearCaches()
    expect(cachedAnswer('products', readSession())).toBeUndefined()
  })
})

describe('cachedAnswer', () => {
  it('returns only responses of the same user', () => {
    signIn()
    cacheAnswer('orders', readSession(), { orders: [] })
    expect(cachedAnswer('orders', ana)?.data).toEqual({ orders: [] })
    expect(cachedAnswer('orders', { ...ana, userId: 4 })).toBeUndefined()
    expect(cachedAnswer('orders', null)).toBeUndefined()
  })

  it('returns only the requested query, and only while it is young enough', () => {
    cacheAnswer('products', null, page, 'page 1')
    expect(cachedAnswer('products', null)?.data).toEqual(page)
    expect(cachedAnswer('products', null, { query: 'page 2' })).toBeUndefined()
    vi.advanceTimersByTime(ORDERS_CACHE_MS - 1)
    expect(cachedAnswer('products', null, { query: 'page 1', maxAgeMs: ORDERS_CACHE_MS })).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(cachedAnswer('products', null, { maxAgeMs: ORDERS_CACHE_MS })).toBeUndefined()
    expect(cachedAnswer('products', null)).toBeDefined()
  })

  it('ignores anything that is not a response', () => {
    for (const text of ['', 'x', '[]', 'null', '{"audience":"anonymous","timestamp":1}'])
      expect((localStorage.setItem('products', text), cachedAnswer('products', null)), text).toBeUndefined()
    const put = (part: object) =>
      localStorage.setItem('products', JSON.stringify({ ...JSON.parse(stored), ...part }))
    cacheAnswer('products', null, page)
    const stored = localStorage.getItem('products') ?? ''
    for (const part of [
      { data: { results: 1 } },
      { contract: 'of another version' },
      { contract: undefined },
    ])
      expect((put(part), cachedAnswer('products', null)), JSON.stringify(part)).toBeUndefined()
    expect((put({}), cachedAnswer('products', null))).toBeDefined()
  })
})
