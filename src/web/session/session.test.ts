import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CACHE_VERSION } from '../../contract/limits.ts'
import { fakeStorage } from '../browser/fake-storage.fixture.ts'
import {
  accessForCall,
  exchangeSession,
  noteSession,
  isSessionOver,
  readSession,
  sessionOver,
  signedIn,
  signedOut,
  startSession,
  whenAudienceChanges,
} from './session.ts'
import { forgetPerson } from './forget-person.ts'
import { rememberPrice, shownPrice } from './shown-prices.ts'
import { signedOutOnServer, signOut } from './sign-out.ts'
import { cacheAnswer, cachedAnswer } from '../data/answer-cache.ts'

const ana = { userId: 3, username: 'ana', isAdmin: false }
const tokens = { access: 'access-1', refresh: 'refresh-1' }
const PRIVATE = ['accessToken', 'refreshToken', 'isAdmin', 'userId', 'username', 'renewAccessAt', 'orders']

let events: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  events = new EventTarget()
  vi.stubGlobal('window', events)
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('sessionStorage', fakeStorage())
  signedOut()
})
let stopForgetting = () => {}
afterEach(() => {
  stopForgetting()
  signedOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Dispatches the event of a storage change in another tab. */
function dispatchStorage(key: string | null) {
  events.dispatchEvent(Object.assign(new Event('storage'), { key }))
}

describe('forgetPerson', () => {
  it('keeps nothing but the confirmed age, and other tabs forget what was typed there', () => {
    signedIn(tokens, ana)
    startSession()
    localStorage.setItem('ageVerified', 'true')
    localStorage.setItem('deviceToken', 'x')
    sessionStorage.setItem('recipientDraft', '{}')
    forgetPerson()
    expect(Object.keys(localStorage).toSorted()).toEqual(['ageVerified', 'cacheVersion'])
    expect(Object.keys(sessionStorage)).toEqual([])
    expect(readSession()).toBeNull()
    // As seen by another tab.
    sessionStorage.setItem('recipientDraft', '{}')
    dispatchStorage('accountClosed')
    expect(Object.keys(sessionStorage)).toEqual([])
  })
})

describe('startSession', () => {
  it('forgets everything of an older version but age confirmation and cart', () => {
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

  it('keeps everything of this version', () => {
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

  it('ends here too, with shown prices and the cached data', () => {
    const forget = vi.fn()
    stopForgetting = whenAudienceChanges(forget)
    localStorage.removeItem('accessToken')
    dispatchStorage('accessToken')
    expect(readSession()).toBeNull()
    expect(forget).toHaveBeenLastCalledWith('anonymous')
    expect(shownPrice(3, 31)).toBeUndefined()
  })

  it('ends on a page restored from the back/forward cache', () => {
    const forget = vi.fn()
    stopForgetting = whenAudienceChanges(forget)
    localStorage.clear()
    events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(readSession()).toBeNull()
    expect(forget).toHaveBeenLastCalledWith('anonymous')
  })

  it('differs from a token that another tab has renewed', () => {
    localStorage.setItem('accessToken', 'access-2')
    dispatchStorage('accessToken')
    expect(readSession()).toEqual(ana)
    expect(shownPrice(3, 31)).toBe(12_000)
  })
})

describe('rememberPrice', () => {
  it('keeps it for the next visit, and only for the signed-in user', () => {
    signedIn(tokens, ana)
    rememberPrice(3, 31, 12_000)
    expect(localStorage.getItem('shownPrices')).toContain('12000')
    // A late response.
    rememberPrice(4, 31, 11_000)
    expect(shownPrice(3, 31)).toBe(12_000)
    signedOut()
    rememberPrice(3, 31, 12_000)
    expect(localStorage.getItem('shownPrices')).toBeNull()
  })
})

describe('accessForCall', () => {
  it('gives no token without a session', async () => {
    localStorage.setItem('cacheVersion', CACHE_VERSION)
    localStorage.setItem('userId', '3')
    startSession()
    dispatchStorage(null)
    expect(readSession()).toBeNull()
    expect(await accessForCall()).toBeUndefined()
  })

  it('renews a token that is due', async () => {
    signedIn(tokens, ana)
    expect(await accessForCall()).toBe('access-1')
    vi.stubGlobal('fetch', async () => Response.json({ access: 'access-2', refresh: 'refresh-2' }))
    vi.setSystemTime(Date.now() + 14 * 60_000)
    expect(await accessForCall()).toBe('access-2')
  })

  it('renews again after a truncated response', async () => {
    signedIn(tokens, ana)
    const responses = [
      new Response('{"access":"acc'),
      Response.json({ access: 'access-2', refresh: 'refresh-2' }),
    ]
    vi.stubGlobal('fetch', async () => responses.shift())
    vi.setSystemTime(Date.now() + 14 * 60_000)
    expect(await accessForCall()).toBe('access-1')
    await vi.advanceTimersByTimeAsync(1_100)
    expect([responses.length, localStorage.getItem('accessToken')]).toEqual([0, 'access-2'])
  })

  it('does not undo a logout during the renewal', async () => {
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

/** Waits for the tokens of other tabs. */
async function sessionOverSoon(refused: Parameters<typeof sessionOver>[0]): Promise<boolean> {
  const isSentAgain = sessionOver(refused)
  await vi.advanceTimersByTimeAsync(250)
  return isSentAgain
}

describe('isSessionOver', () => {
  const refused = { access: 'access-1', userId: ana.userId }

  it('is true from a refusal of the server to the next login, and false after a logout', async () => {
    signedIn(tokens, ana)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    signOut()
    expect(isSessionOver()).toBe(false)
    signedIn(tokens, ana)
    expect(await sessionOverSoon(refused)).toBe(false)
    expect([isSessionOver(), readSession()]).toEqual([true, null])
    signedIn(tokens, ana)
    expect(isSessionOver()).toBe(false)
  })

  it('is no longer true when another tab has signed in', async () => {
    localStorage.setItem('cacheVersion', CACHE_VERSION)
    startSession()
    signedIn(tokens, ana)
    await sessionOverSoon(refused)
    localStorage.setItem('accessToken', 'access-2')
    dispatchStorage('accessToken')
    expect(isSessionOver()).toBe(false)
  })
})

describe('exchangeSession', () => {
  const second = { access: 'access-2', refresh: 'refresh-2' }
  const refused = { access: 'access-1', userId: ana.userId }

  it('stores the new tokens and keeps them from its caller', async () => {
    signedIn(tokens, ana)
    const answer = await exchangeSession(async (access) => ({ message: access, tokens: second }))
    expect(answer).toEqual({ message: 'access-1' })
    expect(await accessForCall()).toBe('access-2')
    expect(readSession()).toEqual(ana)
  })

  it('lets a call that is refused meanwhile go on with the new token', async () => {
    signedIn(tokens, ana)
    const answer = Promise.withResolvers<{ tokens: typeof second }>()
    const exchanged = exchangeSession(() => answer.promise)
    const again = sessionOver(refused)
    answer.resolve({ tokens: second })
    await exchanged
    expect(await again).toBe(true)
    expect([isSessionOver(), readSession()]).toEqual([false, ana])
  })

  it('lets it go on with a token that another tab stored and that this one sees a moment later', async () => {
    signedIn(tokens, ana)
    setTimeout(() => localStorage.setItem('accessToken', 'access-2'), 60)
    expect(await sessionOverSoon(refused)).toBe(true)
    expect([isSessionOver(), readSession()]).toEqual([false, ana])
  })

  it('does not let it continue as another user', async () => {
    signedIn(tokens, ana)
    signedIn(second, { ...ana, userId: 4 })
    expect(await sessionOver(refused)).toBe(false)
    expect(isSessionOver()).toBe(false)
  })

  it('ends the session when its own call is refused', async () => {
    signedIn(tokens, ana)
    await exchangeSession(async () => {
      await sessionOver({ ...refused, isAlone: true })
      return {}
    })
    expect([isSessionOver(), readSession()]).toEqual([true, null])
  })

  it('does not undo a logout during the call', async () => {
    signedIn(tokens, ana)
    await exchangeSession(async () => {
      signedOut()
      return { tokens: second }
    })
    expect(localStorage.getItem('accessToken')).toBeNull()
  })
})

describe('signOut', () => {
  it('lets the next login wait for the response', async () => {
    signedIn(tokens, ana)
    const response = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => response.promise)
    signOut()
    const ended = signedOutOnServer()
    const soon = new Promise((resolve) => setTimeout(resolve, 1_000, 'waits'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await Promise.race([ended, soon])).toBe('waits')
    response.resolve(new Response(null))
    await ended
  })

  it('clears at once and calls the server without the bearer token', () => {
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
      signal: expect.any(AbortSignal),
    })
  })

  it('clears without a connection too', async () => {
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
    dispatchStorage(null)
  })

  it('is a session without a name', async () => {
    expect(readSession()).toEqual({ userId: 0, username: '', isAdmin: false })
    expect(await accessForCall()).toBe('access-1')
  })

  it('caches no responses, as their user is unknown', () => {
    cacheAnswer('orders', readSession(), { orders: [] })
    expect(localStorage.getItem('orders')).toBeNull()
    localStorage.setItem(
      'orders',
      JSON.stringify({ timestamp: Date.now(), audience: 'user-0', query: '', data: { orders: [] } }),
    )
    expect(cachedAnswer('orders', readSession())).toBeUndefined()
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
  it('corrects the stored session of this user only', () => {
    signedIn(tokens, ana)
    noteSession({ ...ana, userId: 9 }, { ...ana, userId: 9, isAdmin: true })
    expect(readSession()?.isAdmin).toBe(false)
    noteSession(ana, { ...ana, isAdmin: true })
    expect(readSession()).toEqual({ ...ana, isAdmin: true })
  })
})
