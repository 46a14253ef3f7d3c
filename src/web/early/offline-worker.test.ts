import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { buildEarlyScript } from '../../../scripts/early-scripts.ts'
import { OFFLINE_CACHE, OFFLINE_PAGE } from '../../contract/offline.ts'

const built = await buildEarlyScript('offline-worker.ts')

interface Asked {
  url?: string
  method?: string
  mode?: string
  headers?: Record<string, string>
}

/** A fake browser for the worker: caches, and a network that tests can disable. */
function aBrowser(script = built) {
  const listeners = new Map<string, (event: object) => void>()
  const kept = new Map<string, unknown>()
  const browser = { isOnline: true, added: [] as Request[], kept }
  const answer = (text: string) => {
    if (!browser.isOnline) throw new TypeError('Failed to fetch')
    return new Response(text)
  }
  const cache = {
    add: async (request: Request) => {
      browser.added.push(request)
      kept.set(request.url, answer('offline page'))
    },
    put: async (request: Request, response: Response) => void kept.set(request.url, response),
  }
  const scope = {
    URL,
    // The worker's `location`.
    Request: class extends Request {
      constructor(path: string, init: RequestInit) {
        super(`https://shop.example${path}`, init)
      }
    },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting: async () => undefined,
    registration: { navigationPreload: { enable: async () => undefined } },
    fetch: async () => answer('from the shop'),
    caches: {
      open: async () => cache,
      match: async (path: string, { cacheName }: { cacheName: string }) =>
        cacheName === OFFLINE_CACHE ? kept.get(`https://shop.example${path}`) : undefined,
    },
  }
  runInNewContext(script, scope)
  const install = async () => {
    const work: Promise<unknown>[] = []
    listeners.get('install')?.({ waitUntil: (one: Promise<unknown>) => work.push(one) })
    await Promise.all(work)
  }
  /** The text of the worker's answer; undefined when the worker leaves the request alone. */
  const ask = async (asked: Asked, preloadResponse?: Promise<Response>): Promise<string | undefined> => {
    const { url = '/productos', method = 'GET', mode = 'navigate', headers = {} } = asked
    let response: Promise<Response> | undefined
    listeners.get('fetch')?.({
      request: { url: `https://shop.example${url}`, method, mode, headers: new Headers(headers) },
      preloadResponse,
      respondWith: (one: Promise<Response>) => void (response = one),
    })
    return response && (await response).clone().text()
  }
  return Object.assign(browser, { install, ask })
}

/** Requests that the worker must not handle. */
const LEFT_ALONE: Asked[] = [
  { url: '/api/orders/', mode: 'cors', headers: { authorization: 'Bearer one' } },
  { url: '/api/products/', mode: 'cors' },
  { url: '/api/docs' },
  { url: '/api' },
  { url: '/panel', headers: { authorization: 'Bearer one' } },
  { url: '/edad', method: 'POST' },
  { url: '/assets/entry.js', mode: 'cors' },
  { url: '/media/one.avif', mode: 'no-cors' },
]

async function touched({ ask, kept }: ReturnType<typeof aBrowser>): Promise<string[]> {
  const answers = await Promise.all(
    LEFT_ALONE.map(async (asked) => ((await ask(asked)) === undefined ? [] : [asked.url ?? ''])),
  )
  return [...answers.flat(), ...[...kept.keys()].filter((url) => !url.endsWith(OFFLINE_PAGE))]
}

describe('the worker', () => {
  it('is small, and asks for its page without cookies', async () => {
    const browser = aBrowser()
    await browser.install()
    expect(built.length).toBeLessThan(3_000)
    expect(browser.added).toHaveLength(1)
    expect(browser.added[0]).toMatchObject({ credentials: 'omit', cache: 'reload' })
    expect(new URL(browser.added[0]?.url ?? '').pathname).toBe(OFFLINE_PAGE)
  })

  it('shows the kept page for a page that cannot be loaded', async () => {
    const browser = aBrowser()
    await browser.install()
    expect(await browser.ask({})).toBe('from the shop')
    expect(await browser.ask({}, Promise.resolve(new Response('asked for already')))).toBe(
      'asked for already',
    )
    browser.isOnline = false
    expect(await browser.ask({})).toBe('offline page')
    const lost = Promise.reject(new TypeError('Failed to fetch'))
    expect(await browser.ask({ url: '/producto/1?x=1' }, lost)).toBe('offline page')
  })

  it('does not start when its page cannot be loaded', async () => {
    const browser = aBrowser()
    browser.isOnline = false
    await expect(browser.install()).rejects.toThrow('Failed to fetch')
    await expect(browser.ask({})).rejects.toThrow('Failed to fetch')
  })

  it('leaves the API, tokens, forms and files alone, and keeps nothing of them', async () => {
    const browser = aBrowser()
    await browser.install()
    expect(await touched(browser)).toEqual([])
  })

  it('the check detects faulty workers', async () => {
    const keepsAll = `${built};addEventListener('fetch', (event) => event.respondWith(fetch(event.request)
      .then(async (response) => (await (await caches.open('all')).put(event.request, response), response))))`
    const takesTheApi = built.replace(String.raw`^\/api`, '^never')
    const takesTokens = built.replaceAll('authorization', 'x-never')
    for (const [wrong, url] of [
      [keepsAll, 'https://shop.example/api/orders/'],
      [takesTheApi, '/api/docs'],
      [takesTokens, '/panel'],
    ] as const) {
      expect(wrong).not.toBe(built)
      const browser = aBrowser(wrong)
      await browser.install()
      expect(await touched(browser)).toContain(url)
    }
  })
})
