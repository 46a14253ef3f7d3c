// The shared style sheet: tokens first, then classes without a component. Components import their own sheets.
import '../styles/tokens.css'
import '../styles/fonts.css'
import '../styles/base.css'
import '../ui/button.css'
import '../ui/parts.css'
import '../ui/form/field.css'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { readDevice } from '../browser/device.ts'
import { fetchSoon, queryClientContext, soon } from '../data/prime.ts'
import { carouselBanners } from '../data/queries.ts'
import { createQueryClient } from '../data/query-client.ts'
import { readSession, startSession } from '../session/session.ts'
import { followOtherTabs } from '../storefront/cart/cart.ts'
import { startAgeGate } from '../storefront/shell/age-gate-behaviour.ts'
import { followSession } from './follow-session.ts'
import { fetchLaterFonts } from './later-fonts.ts'
import { Live } from './live.tsx'
import { SiteOrigin } from './page-head.tsx'
import { type PageState, readPageState } from './page-state.ts'
import { mustRenderAgain, renderAgain } from './render-again.ts'
import { adminPrefixOf } from './paths.ts'
import { type PageHandle, routes } from './routes.tsx'
import { followTranslatedNodes } from './translated-nodes.ts'

followTranslatedNodes(document)
startAgeGate()
startSession()
followOtherTabs()
void fetchLaterFonts()
// Not in development, as the worker would outlive its server.
if (import.meta.env.PROD) window.addEventListener('live', keepOfflinePage, { once: true })
void start().catch((error: unknown) => {
  // The script at the end of the document informs the visitor.
  window.dispatchEvent(new Event('stuck'))
  throw error
})

async function start(): Promise<void> {
  await nextTask()
  const state = readPageState()
  const queryClient = createQueryClient()
  fillCache(queryClient, state)
  const context = new RouterContextProvider()
  context.set(queryClientContext, queryClient)

  await Promise.all([loadMatchedPages(queryClient), panelFonts()])
  await nextTask()
  const again = mustRenderAgain(state.errors, window.location.pathname, readSession())
  const router = createBrowserRouter(routes, {
    ...(!again && { hydrationData: { loaderData: state.loaderData, errors: state.errors } }),
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
  if (again) await renderAgain(root, router, page)
  // In slices, so that a tap during hydration is answered between them.
  else startTransition(() => void hydrateRoot(root, page))
}

function keepOfflinePage(): void {
  void import('./keep-offline-page.ts').then(
    (later) => later.keepOfflinePage(),
    () => undefined,
  )
}

/** Yields, so that the browser can handle taps and paint. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve))
}

/** The data of the page counts as fetched now: the server drops its rendered pages as soon as something changes. */
function fillCache(queryClient: QueryClient, state: PageState): void {
  for (const [key, data] of state.queries) queryClient.setQueryData(key, data)
  // The server renders the banners of desktops; the response is the same for phones, which need not fetch it again.
  const banners = queryClient.getQueryData(carouselBanners('desktop').queryKey)
  if (banners) queryClient.setQueryData(carouselBanners(readDevice()).queryKey, banners)
}

/** Preloaded, so that it is there before the scripts on any but a very slow network. */
const FONT_WAIT_MS = 1_000

/** The panel is rendered in the browser: with fallbacks first, words would wrap differently and move what follows. */
async function panelFonts(): Promise<void> {
  if (!adminPrefixOf(window.location.pathname)) return
  const tokens = getComputedStyle(document.documentElement)
  const families = ['--font-ui', '--font-display'].map((token) => tokens.getPropertyValue(token))
  const fonts = Promise.allSettled(
    families.map(async (family) => await document.fonts.load(`700 1em ${family}`)),
  )
  await soon(fonts, FONT_WAIT_MS)
}

/** A page that is still loading when React starts would be rendered a second time. */
async function loadMatchedPages(queryClient: QueryClient): Promise<void> {
  const matched = (matchRoutes(routes, window.location) ?? []).map(({ route }) => route)
  await Promise.all(
    matched.map(async (route) => {
      if (typeof route.lazy === 'function') Object.assign(route, { ...(await route.lazy()), lazy: undefined })
    }),
  )
  // Once all are loaded: the frame of the panel brings the addresses of its calls.
  await Promise.all(
    matched.map(async ({ handle }) => {
      const first = (handle as PageHandle | undefined)?.first?.(window.location) // safe: `routes.tsx` gives no other handles
      const early = first && window.asked?.answers[String(first.meta?.['address'])]
      if (early && (await soon(early))) await fetchSoon(queryClient, [first])
    }),
  )
}
