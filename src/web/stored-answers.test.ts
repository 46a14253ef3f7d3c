import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ORDERS_CACHE_MS } from '../contract/limits.ts'
import { browserStorage } from './browser-storage.fixture.ts'
import { clearCaches, readSession, signedIn, signedOut } from './session.ts'
import { storeAnswer, storedAnswer } from './stored-answers.ts'

const ana = { userId: 3, username: 'ana', isAdmin: false }
const page = { results: [], count: 0 }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', browserStorage())
  vi.stubGlobal('sessionStorage', browserStorage())
  signedOut()
})
afterEach(() => {
  signedOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const signIn = () => signedIn({ access: 'a', refresh: 'r' }, ana)

describe('storeAnswer', () => {
  it('keeps each answer under its name with its time', () => {
    signIn()
    storeAnswer('orders', readSession(), { orders: [] })
    const stored = JSON.parse(localStorage.getItem('orders') ?? 'null') as object
    expect(stored).toMatchObject({ timestamp: Date.now(), audience: 'user-3', data: { orders: [] } })
  })

  it('keeps nothing of somebody who is not the one signed in', () => {
    signIn()
    storeAnswer('products', null, page)
    signedOut()
    storeAnswer('orders', ana, { orders: [] })
    expect(localStorage.getItem('products')).toBeNull()
    expect(localStorage.getItem('orders')).toBeNull()
  })

  it('is undone at login, logout and a 401', () => {
    storeAnswer('products', null, page)
    signIn()
    expect(storedAnswer('products', null)).toBeUndefined()
    storeAnswer('products', readSession(), page)
    clearCaches()
    expect(storedAnswer('products', readSession())).toBeUndefined()
  })
})

describe('storedAnswer', () => {
  it('is of the same person only', () => {
    signIn()
    storeAnswer('orders', readSession(), { orders: [] })
    expect(storedAnswer('orders', ana)?.data).toEqual({ orders: [] })
    expect(storedAnswer('orders', { ...ana, userId: 4 })).toBeUndefined()
    expect(storedAnswer('orders', null)).toBeUndefined()
  })

  it('is as young and of the question that is wanted', () => {
    storeAnswer('products', null, page, 'page 1')
    expect(storedAnswer('products', null)?.data).toEqual(page)
    expect(storedAnswer('products', null, { query: 'page 2' })).toBeUndefined()
    vi.advanceTimersByTime(ORDERS_CACHE_MS - 1)
    expect(storedAnswer('products', null, { query: 'page 1', maxAgeMs: ORDERS_CACHE_MS })).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(storedAnswer('products', null, { maxAgeMs: ORDERS_CACHE_MS })).toBeUndefined()
    expect(storedAnswer('products', null)).toBeDefined()
  })

  it('takes what others have written there for nothing', () => {
    for (const text of ['', 'x', '[]', 'null', '{"audience":"anonymous","timestamp":1}'])
      expect((localStorage.setItem('products', text), storedAnswer('products', null)), text).toBeUndefined()
    localStorage.setItem('products', '{"audience":"anonymous","timestamp":1,"data":{"results":1}}')
    expect(storedAnswer('products', null)).toBeUndefined()
  })
})
