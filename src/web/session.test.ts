import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CACHE_VERSION } from '../contract/limits.ts'
import { browserStorage } from './browser-storage.fixture.ts'
import {
  accessForCall,
  noteSession,
  isSessionOver,
  readSession,
  sessionOver,
  signedIn,
  signedOut,
  startSession,
  whenAudienceChanges,
} from './session.ts'
import { rememberPrice, shownPrice } from './shown-prices.ts'
import { signOut } from './sign-out.ts'
import { storeAnswer, storedAnswer } from './stored-answers.ts'

const ana = { userId: 3, username: 'ana', isAdmin: false }
const tokens = { access: 'access-1', refresh: 'refresh-1' }
const PRIVATE = ['accessToken', 'refreshToken', 'isAdmin', 'userId', 'username', 'renewAccessAt', 'orders']

let events: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  events = new EventTarget()
  vi.stubGlobal('window', events)
  vi.stubGlobal('localStorage', browserStorage())
  vi.stubGlobal('sessionStorage', browserStorage())
  signedOut()
})
afterEach(() => {
  signedOut()
  whenAudienceChanges(() => {})
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** As a browser tells a tab what another one did. */
function tellStorage(key: string | null) {
  events.dispatchEvent(Object.assign(new Event('storage'), { key }))
}

describe('startSession', () => {
  it('forgets everything of an older version but gate and cart', () => {
    signedIn(tokens, ana)
    localStorage.setItem('orders', '{}')
    localStorage.setItem('ageVerified', 'true')
    localStorage.setItem('cacheVersion', '1.5')
    startSession()
    expect(PRIVATE.filter((key) => localStorage.getItem(key) !== null)).toEqual([])
    expect(localStorage.getItem('ageVerified')).toBe('true')
    expect(localStorage.getItem('cacheVersion')).toBe(CACHE_VERSION)
    expect(readSession()).toBeNull()
  })

  it('lets everything of this version stand', () => {
    localStorage.setItem('cacheVersion', CACHE_VERSION)
    signedIn(tokens, ana)
    startSession()
    expect(readSession()).toEqual(ana)
  })
})

describe('a session that another tab has ended', () => {
  beforeEach(() => {
    localStorage.setItem('cacheVersion', CACHE_VERSION)
    signedIn(tokens, ana)
    startSession()
    rememberPrice(3, 31, 12_000)
  })

  it('takes shown prices and the answers of others along', () => {
    const forget = vi.fn()
    whenAudienceChanges(forget)
    localStorage.removeItem('accessToken')
    tellStorage('accessToken')
    expect(readSession()).toBeNull()
    expect(forget).toHaveBeenLastCalledWith('anonymous')
    expect(shownPrice(3, 31)).toBeUndefined()
  })

  it('is seen by a page that comes back from the back/forward cache', () => {
    const forget = vi.fn()
    whenAudienceChanges(forget)
    localStorage.clear()
    events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(readSession()).toBeNull()
    expect(forget).toHaveBeenLastCalledWith('anonymous')
  })

  it('is not mistaken for a token that another tab has renewed', () => {
    localStorage.setItem('accessToken', 'access-2')
    tellStorage('accessToken')
    expect(readSession()).toEqual(ana)
    expect(shownPrice(3, 31)).toBe(12_000)
  })
})

describe('rememberPrice', () => {
  it('keeps it for the next visit, and for who is signed in only', () => {
    signedIn(tokens, ana)
    rememberPrice(3, 31, 12_000)
    expect(localStorage.getItem('shownPrices')).toContain('12000')
    // An answer that comes too late.
    rememberPrice(4, 31, 11_000)
    expect(shownPrice(3, 31)).toBe(12_000)
    signedOut()
    rememberPrice(3, 31, 12_000)
    expect(localStorage.getItem('shownPrices')).toBeNull()
  })
})

describe('accessForCall', () => {
  it('has no token for who is not shown as signed in', async () => {
    localStorage.setItem('cacheVersion', CACHE_VERSION)
    localStorage.setItem('userId', '3')
    startSession()
    tellStorage(null)
    expect(readSession()).toBeNull()
    expect(await accessForCall()).toBeUndefined()
  })

  it('renews in time', async () => {
    signedIn(tokens, ana)
    expect(await accessForCall()).toBe('access-1')
    vi.stubGlobal('fetch', async () => Response.json({ access: 'access-2', refresh: 'refresh-2' }))
    vi.setSystemTime(Date.now() + 14 * 60_000)
    expect(await accessForCall()).toBe('access-2')
  })

  it('renews again when half an answer came', async () => {
    signedIn(tokens, ana)
    const answers = [
      new Response('{"access":"acc'),
      Response.json({ access: 'access-2', refresh: 'refresh-2' }),
    ]
    vi.stubGlobal('fetch', async () => answers.shift())
    vi.setSystemTime(Date.now() + 14 * 60_000)
    expect(await accessForCall()).toBe('access-1')
    await vi.advanceTimersByTimeAsync(1_100)
    expect([answers.length, localStorage.getItem('accessToken')]).toEqual([0, 'access-2'])
  })

  it('does not bring back who signed out while it renewed', async () => {
    signedIn(tokens, ana)
    vi.stubGlobal('fetch', async () => {
      signedOut()
      return Response.json({ access: 'access-2', refresh: 'refresh-2' })
    })
    vi.setSystemTime(Date.now() + 14 * 60_000)
    expect(await accessForCall()).toBeUndefined()
    expect(localStorage.getItem('refreshToken')).toBeNull()
  })
})

describe('isSessionOver', () => {
  it('is true from a refusal of the server to the next login, and not by leaving', () => {
    signedIn(tokens, ana)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    signOut()
    expect(isSessionOver()).toBe(false)
    signedIn(tokens, ana)
    sessionOver('access-1')
    expect([isSessionOver(), readSession()]).toEqual([true, null])
    signedIn(tokens, ana)
    expect(isSessionOver()).toBe(false)
  })

  it('is no longer true when another tab has signed in', () => {
    localStorage.setItem('cacheVersion', CACHE_VERSION)
    startSession()
    signedIn(tokens, ana)
    sessionOver('access-1')
    localStorage.setItem('accessToken', 'access-2')
    tellStorage('accessToken')
    expect(isSessionOver()).toBe(false)
  })
})

describe('signOut', () => {
  it('clears at once and tells the server without the bearer', () => {
    signedIn(tokens, ana)
    const fetched = vi.fn(() => new Promise<Response>(() => {}))
    vi.stubGlobal('fetch', fetched)
    signOut()
    expect(PRIVATE.filter((key) => localStorage.getItem(key) !== null)).toEqual([])
    expect(readSession()).toBeNull()
    expect(fetched).toHaveBeenCalledWith('/api/auth/logout/', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: '{"refresh":"refresh-1"}',
    })
  })

  it('ends here without a connection too', async () => {
    signedIn(tokens, ana)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    signOut()
    await vi.advanceTimersByTimeAsync(0)
    expect(readSession()).toBeNull()
  })
})

describe('a token without the hints that go with it', () => {
  beforeEach(() => {
    localStorage.setItem('cacheVersion', CACHE_VERSION)
    localStorage.setItem('accessToken', 'access-1')
    localStorage.setItem('renewAccessAt', String(Date.now() + 60_000))
    startSession()
    tellStorage(null)
  })

  it('is somebody signed in, whom the server has yet to name', async () => {
    expect(readSession()).toEqual({ userId: 0, username: '', isAdmin: false })
    expect(await accessForCall()).toBe('access-1')
  })

  it('keeps no answers for later, as nobody knows whose they are', () => {
    storeAnswer('orders', readSession(), { orders: [] })
    expect(localStorage.getItem('orders')).toBeNull()
    localStorage.setItem(
      'orders',
      JSON.stringify({ timestamp: Date.now(), audience: 'user-0', query: '', data: { orders: [] } }),
    )
    expect(storedAnswer('orders', readSession())).toBeUndefined()
  })

  it('is completed by what the server says', () => {
    const before = readSession()
    if (!before) throw new Error('Nobody is signed in')
    noteSession(before, { ...ana, isAdmin: true })
    expect(readSession()).toEqual({ ...ana, isAdmin: true })
    expect(localStorage.getItem('username')).toBe('ana')
  })
})

describe('noteSession', () => {
  it('corrects what was remembered, of this person only', () => {
    signedIn(tokens, ana)
    noteSession({ ...ana, userId: 9 }, { ...ana, userId: 9, isAdmin: true })
    expect(readSession()?.isAdmin).toBe(false)
    noteSession(ana, { ...ana, isAdmin: true })
    expect(readSession()).toEqual({ ...ana, isAdmin: true })
  })
})
