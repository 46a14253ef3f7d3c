import { describe, expect, it, vi } from 'vitest'
import { readSession, signedIn } from './session.ts'
import { signedOutOnServer, signOut } from './sign-out.ts'
import { ana, inBrowser, PRIVATE, tokens } from '../../../test/support/browsers/empty-browser.ts'

inBrowser()

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
