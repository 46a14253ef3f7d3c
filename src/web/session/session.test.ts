import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CACHE_VERSION } from '../../contract/limits.ts'
import { cacheAnswer, cachedAnswer } from '../data/answer-cache.ts'
import { forgetPerson } from './forget-person.ts'
import {
  accessForCall,
  noteSession,
  readSession,
  signedIn,
  signedOut,
  startSession,
  whenAudienceChanges,
} from './session.ts'
import { rememberPrice, shownPrice } from './shown-prices.ts'
import { ana, inBrowser, PRIVATE, tokens } from '../../../test/support/browsers/empty-browser.ts'

const { dispatch, dispatchStorage } = inBrowser()
let stopForgetting = () => {}
afterEach(() => stopForgetting())

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
    dispatch(Object.assign(new Event('pageshow'), { persisted: true }))
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
      JSON.stringify({
        timestamp: Date.now(),
        audience: 'user-0',
        query: '',
        contract: 'tests',
        data: { orders: [] },
      }),
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
