import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CACHE_VERSION } from '../contract/limits.ts'
import { browserStorage } from './browser-storage.fixture.ts'
import {
  accessForCall,
  noteIsAdmin,
  readSession,
  signedIn,
  signedOut,
  startSession,
  whenAudienceChanges,
} from './session.ts'
import { rememberPrice, shownPrice } from './shown-prices.ts'
import { signOut } from './sign-out.ts'

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

describe('accessForCall', () => {
  it('has no token for who is not shown as signed in', async () => {
    localStorage.setItem('accessToken', 'left over')
    tellStorage(null)
    expect(await accessForCall()).toBeUndefined()
  })

  it('renews in time', async () => {
    signedIn(tokens, ana)
    expect(await accessForCall()).toBe('access-1')
    vi.stubGlobal('fetch', async () => Response.json({ access: 'access-2', refresh: 'refresh-2' }))
    vi.setSystemTime(Date.now() + 14 * 60_000)
    expect(await accessForCall()).toBe('access-2')
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

describe('noteIsAdmin', () => {
  it('corrects what was remembered, of this person only', () => {
    signedIn(tokens, ana)
    noteIsAdmin({ ...ana, userId: 9 }, true)
    expect(readSession()?.isAdmin).toBe(false)
    noteIsAdmin(ana, true)
    expect(readSession()).toEqual({ ...ana, isAdmin: true })
  })
})
