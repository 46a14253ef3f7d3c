import { afterEach, describe, expect, it, vi } from 'vitest'
import { listBrands } from '../../contract/catalog/calls.ts'
import { fakeStorage } from '../browser/fake-storage.fixture.ts'
import { signedIn, signedOut } from '../session/session.ts'
import { call, Refusal } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

/** What `call` throws for this response. */
async function thrownAt(response: Response | Error): Promise<Refusal> {
  vi.stubGlobal('fetch', async () => {
    if (response instanceof Error) throw response
    return response
  })
  const error = await call(listBrands).catch((thrown: unknown) => thrown)
  if (!(error instanceof Refusal)) throw new Error(`Not refused: ${JSON.stringify(error)}`)
  return error
}

const NO_ANSWER = 'No hay conexión con la tienda. Revisá tu conexión y probá otra vez.'

describe('call', () => {
  it('treats a truncated body, and no response, as offline', async () => {
    const truncated = await thrownAt(new Response('[{"id":1,"na', { status: 200 }))
    const none = await thrownAt(new TypeError('Failed to fetch'))
    for (const refusal of [truncated, none])
      expect([refusal.status, refusal.code, refusal.message]).toEqual([0, 'OFFLINE', NO_ANSWER])
  })

  it('says that the shop could not answer when a proxy sent an error page', async () => {
    const refusal = await thrownAt(new Response('<html>Bad Gateway</html>', { status: 502 }))
    expect([refusal.status, refusal.code]).toEqual([502, 'INTERNAL'])
    expect(refusal.message).toBe('La tienda no pudo responder. Probá de nuevo en unos minutos.')
  })

  it('passes on the text of the shop, and how long to wait', async () => {
    const body = JSON.stringify({ error: 'Demasiados intentos', code: 'TOO_MANY_REQUESTS' })
    const refusal = await thrownAt(new Response(body, { status: 429, headers: { 'retry-after': '7' } }))
    expect([refusal.message, refusal.code, refusal.retryAfterSeconds]).toEqual([
      'Demasiados intentos',
      'TOO_MANY_REQUESTS',
      7,
    ])
  })
})

describe('the answer that the script in the head asked for', () => {
  /** The answers of two calls by `ana`, whose token is `a`. */
  async function answersAfter(access: string, ms = 1) {
    vi.stubGlobal('localStorage', fakeStorage())
    vi.stubGlobal('sessionStorage', fakeStorage())
    vi.stubGlobal('performance', { now: () => ms })
    vi.stubGlobal('fetch', async () => new Response('["now"]'))
    vi.stubGlobal('window', {
      asked: { access, answers: { '/api/brands/': Promise.resolve(new Response('["early"]')) } },
    })
    signedIn({ access: 'a', refresh: 'r' }, { userId: 3, username: 'ana', isAdmin: true })
    const answers = [await call(listBrands), await call(listBrands)]
    signedOut()
    return answers.flat()
  }

  it('is taken once', async () => expect(await answersAfter('a')).toEqual(['early', 'now']))

  it('is not taken by another session', async () => expect(await answersAfter('b')).toEqual(['now', 'now']))

  it('is not taken late', async () => expect(await answersAfter('a', 10_000)).toEqual(['now', 'now']))
})
