import { OFFLINE_CACHE, OFFLINE_PAGE } from '../../contract/offline.ts'

/**
 * The service worker (decision 0028). It caches only the offline page, the same for everybody, and shows it when a
 * page cannot be loaded. API calls and requests with a token do not pass through it.
 */

/** The parts of a worker's scope that are used: https://www.w3.org/TR/service-workers/ */
interface Scope {
  skipWaiting(): Promise<void>
  registration: { navigationPreload?: { enable(): Promise<void> } }
  addEventListener(name: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetched) => void): void
}
interface Waiting {
  waitUntil(work: Promise<unknown> | undefined): void
}
interface Fetched {
  request: Request
  /** Navigation preload: the browser requests the page while the worker starts. */
  preloadResponse?: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

// safe: this script runs as a service worker and nowhere else
const scope = globalThis as unknown as Scope

scope.addEventListener('install', (event) => {
  void scope.skipWaiting()
  event.waitUntil(keepPage())
})

// Without preload every page would wait for the worker to start.
scope.addEventListener('activate', (event) => event.waitUntil(scope.registration.navigationPreload?.enable()))

scope.addEventListener('fetch', (event) => {
  if (isOfPage(event.request)) event.respondWith(pageOf(event))
})

async function keepPage(): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE)
  // Rejects error responses, which fails the installation.
  await cache.add(new Request(OFFLINE_PAGE, { credentials: 'omit', cache: 'reload' }))
}

function isOfPage({ mode, method, url, headers }: Request): boolean {
  const isApi = /^\/api(?:\/|$)/.test(new URL(url).pathname)
  return mode === 'navigate' && method === 'GET' && !isApi && !headers.has('authorization')
}

async function pageOf({ preloadResponse, request }: Fetched): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const kept = await caches.match(OFFLINE_PAGE, { cacheName: OFFLINE_CACHE, ignoreVary: true })
    if (kept) return kept
    throw error
  }
}
