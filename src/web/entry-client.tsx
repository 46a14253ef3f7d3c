// The sheets of every page, gate and loader included, in one file; pages add their own.
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'
import './styles/age-gate.css'
import './styles/loader.css'
import './styles/button.css'
import './styles/badge.css'
import './styles/field.css'
import './styles/dialog.css'
import './styles/panels.css'
import './styles/error-summary.css'
import './styles/toast.css'
import './styles/picture.css'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type DataRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { asksAgain } from './asks-again.ts'
import { carryToLogin, SESSION_OVER } from './carried-to-login.ts'
import { queryClientContext } from './data.ts'
import { readDevice } from './device.ts'
import { fetchLaterFonts } from './later-fonts.ts'
import { SiteOrigin } from './page-head.tsx'
import { paths } from './paths.ts'
import { carouselBanners, permissions } from './queries.ts'
import { createQueryClient, type PageState } from './query-client.ts'
import { routes } from './routes.tsx'
import { readSession, startSession, whenAudienceChanges, whenSessionIsOver } from './session.ts'
import { startAgeGate } from './storefront/age-gate-behaviour.ts'
import { tellTypedEarly } from './typed-early.ts'
import { hushErrors } from './ui/toast.tsx'

startAgeGate()
startSession()
void fetchLaterFonts()
void start().catch((error: unknown) => {
  // The script at the end of the document says so to whoever waits.
  window.dispatchEvent(new Event('stuck'))
  throw error
})

async function start(): Promise<void> {
  await nextTask()
  const state = readState()
  const queryClient = createQueryClient()
  // The page was drawn from what is true now: kept pages are dropped as soon as it changes.
  for (const [key, data] of state.queries) queryClient.setQueryData(key, data)
  primeBanners(queryClient)
  const context = new RouterContextProvider()
  context.set(queryClientContext, queryClient)

  await loadMatchedPages()
  await nextTask()
  const isFresh = asksAgain(state.errors, window.location.pathname, readSession())
  const router = createBrowserRouter(routes, {
    ...(!isFresh && { hydrationData: { loaderData: state.loaderData, errors: state.errors } }),
    getContext: () => context,
  })
  followSession(queryClient, router)

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root')
  const page = (
    <StrictMode>
      <Live root={root}>
        <SiteOrigin value={state.origin}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </SiteOrigin>
      </Live>
    </StrictMode>
  )
  if (isFresh) await drawAnew(root, router, page)
  // In slices: a tap while the page is taken over is answered between them.
  else startTransition(() => void hydrateRoot(root, page))
}

/** The browser answers taps, and draws, between one task and the next. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve))
}

/**
 * Tells what was typed too early, at the first moment at which React listens. Then a mark in the browser's timeline, for
 * measurements and for tests that must not act before; and after what only this browser knows has been shown, what was
 * pressed too early is pressed by the script at the end of the document.
 */
function Live({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useLayoutEffect(() => {
    try {
      tellTypedEarly(root)
    } catch (error) {
      // A text to be typed again is better than no page.
      reportError(error)
    }
  }, [root])
  useEffect(() => {
    performance.mark('live')
    const timer = setTimeout(() => window.dispatchEvent(new Event('live')))
    return () => clearTimeout(timer)
  }, [])
  return children
}

/** The server draws for desktops; its answer is the same for phones, so that they need not ask again. */
function primeBanners(queryClient: QueryClient): void {
  const banners = queryClient.getQueryData(carouselBanners('desktop').queryKey)
  if (banners) queryClient.setQueryData(carouselBanners(readDevice()).queryKey, banners)
}

function followSession(queryClient: QueryClient, router: DataRouter): void {
  whenAudienceChanges((audience) => {
    queryClient.removeQueries({
      predicate: ({ queryKey: [of] }) => of !== 'anonymous' && of !== audience,
    })
  })
  let isOnItsWay = false
  whenSessionIsOver(() => {
    const { pathname, search } = window.location
    if (pathname === '/login') return
    isOnItsWay = true
    carryToLogin(SESSION_OVER)
    void router.navigate(paths.login(pathname + search))
  })
  // What each refused call would say of itself is not what has happened.
  hushErrors(() => isOnItsWay)
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') isOnItsWay = false
  })
  // What this browser thinks of the person may be old.
  const session = readSession()
  if (session) void queryClient.prefetchQuery(permissions(session))
}

/** In place of what the server drew, once there is something to draw; its title and its notes for robots go too. */
async function drawAnew(root: HTMLElement, router: DataRouter, page: ReactNode): Promise<void> {
  await initialized(router)
  for (const tag of document.head.querySelectorAll('title, meta[name="description"], meta[name="robots"]'))
    tag.remove()
  createRoot(root).render(page)
}

function initialized(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe((state) => {
      if (!state.initialized) return
      stop()
      resolve()
    })
  })
}

function readState(): PageState {
  const text = document.getElementById('state')?.textContent
  return text
    ? (JSON.parse(text) as PageState)
    : { queries: [], origin: window.location.origin, loaderData: {}, errors: null }
}

/** The page that the server drew must be there before React takes it over, or it would be drawn a second time. */
async function loadMatchedPages(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, { ...loaded, lazy: undefined })
    }),
  )
}
