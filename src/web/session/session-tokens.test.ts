import { describe, expect, it, vi } from 'vitest'
import { CACHE_VERSION } from '../../contract/limits.ts'
import {
  accessForCall,
  exchangeSession,
  isSessionOver,
  readSession,
  sessionOver,
  signedIn,
  signedOut,
  startSession,
} from './session.ts'
import { signOut } from './sign-out.ts'
import { ana, inBrowser, tokens } from '../../../test/support/browsers/empty-browser.ts'

const { dispatchStorage } = inBrowser()

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
